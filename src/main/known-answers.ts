import type { CallArgs } from '../shared/contract.ts';
import type { EntityRef } from '../shared/entities.ts';
import { type Result, fail, ok } from '../shared/failure.ts';
import { type ClipboardKeeper, secretStaysMs } from './clipboard-keeper.ts';
import { liveReading } from './library/readings.ts';
import type { EntityRecord } from './library/records.ts';
import { addressIn, keyIn } from './readable.ts';
import type { Access } from './service/client.ts';
import { curlCommand, maskedJson } from './service/masking.ts';
import type { LiveReading } from './service/reader.ts';

const revealedForMs = 30_000;

interface Parts {
  record(ref: EntityRef): Result<EntityRecord | null>;
  access(): Result<Access>;
  readonly clipboard: ClipboardKeeper;
}

/** What the producer may have of what the service answered: the answer masked, a key shown or copied. */
export class KnownAnswers {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A live entity as last read. */
  live(id: string): Result<LiveReading> {
    const record = this.#parts.record({ kind: 'live', id });
    if (!record.ok) return record;
    if (record.value === null) return fail({ kind: 'nothing-known' });
    return ok(liveReading(record.value));
  }

  answer(ref: EntityRef): Result<{ text: string; readAt: number }> {
    const record = this.#parts.record(ref);
    if (!record.ok) return record;
    if (record.value === null) return fail({ kind: 'nothing-known' });
    const { text, readAt } = record.value;
    const { secrets } = liveReading(record.value);
    const access = this.#parts.access();
    const known = [
      secrets.streamKey,
      ...secrets.relayKeys,
      access.ok ? access.value.token : undefined,
    ];
    return ok({
      text: maskedJson(
        text,
        known.filter((secret) => secret !== undefined),
      ),
      readAt,
    });
  }

  reveal(which: CallArgs<'live.reveal'>): Result<{ key: string; hideAfterMs: number }> {
    const found = this.live(which.id);
    if (!found.ok) return found;
    const key = keyIn(found.value, which.what === 'relay-key' ? which.relay : null);
    return key.ok ? ok({ key: key.value, hideAfterMs: revealedForMs }) : key;
  }

  async copy(which: CallArgs<'live.copy'>): Promise<Result<{ clearsAfterMs: number | null }>> {
    const { clipboard } = this.#parts;
    if (which.what === 'curl') {
      const access = this.#parts.access();
      if (!access.ok) return access;
      await clipboard.copy(curlCommand(access.value.address, which.id));
      return ok({ clearsAfterMs: null });
    }
    const found = this.live(which.id);
    if (!found.ok) return found;
    if (which.what === 'stream-key' || which.what === 'relay-key') {
      const key = keyIn(found.value, which.what === 'relay-key' ? which.relay : null);
      if (!key.ok) return key;
      await clipboard.copySecret(key.value);
      return ok({ clearsAfterMs: secretStaysMs });
    }
    const address = addressIn(found.value, which.what);
    if (address === undefined)
      return fail({
        kind: 'invalid',
        message: 'The service gave no such address.',
        next: 'Refresh, then try again.',
      });
    await clipboard.copy(address);
    return ok({ clearsAfterMs: null });
  }
}
