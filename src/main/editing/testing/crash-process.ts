import { readFileSync, writeSync } from 'node:fs';
import { setTimeout as pass } from 'node:timers/promises';
import type { DraftContent } from '../../../shared/edit-arguments.ts';
import type { DraftView } from '../../../shared/edit-views.ts';
import type { EntityRef } from '../../../shared/entities.ts';
import { type Result, ok } from '../../../shared/failure.ts';
import { systemClock } from '../../clock.ts';
import { Cipher } from '../../keychain/cipher.ts';
import { Database } from '../../library/database.ts';
import { type EntityRecord, keyOf } from '../../library/records.ts';
import { SealedEdits } from '../../library/sealed-edits.ts';
import { Editing } from '../editing.ts';
import { FileService } from './file-service.ts';
import {
  type Task,
  type Told,
  connection,
  entities,
  randomFrom,
  testKey,
  textOf,
  versionIn,
} from './versions.ts';

/*
 * A producer in a hurry, until somebody kills the program: writes drafts, queues and
 * sends them as fast as it can, and says what was acknowledged. Started by
 * crash-loop.test.ts, which gives it its task, or none, on the standard input.
 */

const given = readFileSync(0, 'utf8');
if (given === '') process.exit();
const { folder, seed, firstVersion } = JSON.parse(given) as Task;
const random = randomFrom(seed);
const longText = 'Every day at six, with guests, music and the weather. '.repeat(3_000);
let version = firstVersion;
/** The entities whose draft is just being reviewed and sent. */
const busy = new Set<string>();
const longestLifeMs = 60_000;

const tell = (told: Told): void => {
  writeSync(1, `${JSON.stringify(told)}\n`);
};
const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];

setTimeout(() => process.exit(1), longestLifeMs).unref();
tell(['opening']);
const store = new SealedEdits(new Database(folder), new Cipher(testKey), connection);
const service = new FileService(folder, random);
const answered = new Map<string, EntityRecord>();
const nameOf = (ref: EntityRef): string => String(service.held(ref)['name']);
const editing = new Editing({
  connectionId: connection,
  store,
  clock: systemClock,
  client: service.client,
  access: () => ok({ address: 'https://api.example.com', token: 'token' }),
  offline: () => false,
  noteOutcome: () => undefined,
  readLive: (id) => service.read({ kind: 'live', id }),
  record: (ref): Result<EntityRecord | null> => {
    if (ref.kind === 'preset') return ok(null);
    const text = JSON.stringify(service.held(ref));
    return ok(answered.get(keyOf(ref)) ?? { text, readAt: 1, tookMs: 1 });
  },
  keep: (ref, { text, receivedAt, tookMs }) => {
    answered.set(keyOf(ref), { text, readAt: receivedAt, tookMs });
  },
  nameOf,
  changed: () => undefined,
  noted: (record) => {
    tell(['noted', keyOf(record.ref), versionIn(record.edit)]);
  },
});

/** The same form with another version's text. */
function written(view: DraftView, version: number): DraftContent {
  const description = textOf(version, random() < 0.04 ? longText : 'New words');
  const { baseId } = view;
  switch (view.kind) {
    case 'live': {
      const { fields, id } = view;
      return {
        kind: 'live',
        id,
        baseId,
        fields: { name: fields.name, description, relays: [...fields.relays] },
      };
    }
    case 'video':
      return { kind: 'video', id: view.id, baseId, fields: { ...view.fields, description } };
    case 'preset':
      return { kind: 'preset', id: view.id, baseId, fields: { profileIds: [`v${version}`] } };
  }
}

function type(ref: EntityRef): void {
  const opened = editing.drafts.open(ref);
  if (!opened.ok) throw new Error(`can't open ${keyOf(ref)}: ${opened.failure.kind}`);
  version += 1;
  const kept = editing.drafts.keep(written(opened.value, version));
  if (!kept.ok || kept.value.trouble !== null || !kept.value.changed)
    throw new Error(`not kept: ${JSON.stringify(kept)}`);
  tell(['draft', keyOf(ref), version]);
}

async function queue(ref: EntityRef): Promise<void> {
  const draft = editing.drafts.get(ref);
  if (draft === undefined) return;
  let review = await editing.reviews.start({ of: 'draft', ref });
  if (review.ok && review.value.kind === 'conflicts') {
    const choices = review.value.conflicts.map(({ field }) => [field, 'mine'] as const);
    review = editing.reviews.choose(review.value.review, Object.fromEntries(choices));
  }
  if (!review.ok || review.value.kind !== 'changes') return;
  const queued = versionIn(draft.content);
  tell(['queueing', keyOf(ref), queued]);
  const how = review.value.how === 'send' && random() < 0.4 ? 'send' : 'queue';
  const sent = await editing.reviews.send(review.value.review, how);
  if (!sent.ok) throw new Error(`not queued: ${sent.failure.kind}`);
  const isDraftAgain = sent.value.kind === 'changed' || sent.value.kind === 'not-sent';
  tell([isDraftAgain ? 'draft' : 'queued', keyOf(ref), queued]);
}

/** What an entry asks is decided at once, and never by sending it again. */
function decide(): void {
  for (const { entry, ref, state } of editing.view.outbox.entries) {
    if (busy.has(keyOf(ref))) continue;
    if (state.kind === 'unknown' && state.compared !== 'not-yet') editing.acts.markAsSaved(entry);
    if (state.kind !== 'conflict') continue;
    const record = store.entries().find((one) => one.entry.id === entry);
    if (record === undefined) throw new Error(`not on disk: ${entry}`);
    tell(['discarding', keyOf(ref), versionIn(record.edit)]);
    editing.acts.discard(entry);
  }
}

editing.start(true, { waitForClick: false, historyDays: 90 });
for (;;) {
  decide();
  const ref = pick(entities.filter((one) => !busy.has(keyOf(one))));
  if (ref !== undefined) {
    const times = 1 + Math.floor(random() * 3);
    for (let time = 0; time < times; time += 1) type(ref);
    if (random() < 0.6) {
      busy.add(keyOf(ref));
      void queue(ref).finally(() => busy.delete(keyOf(ref)));
    }
  }
  if (random() < 0.1) editing.hurry();
  await pass(random() * 2);
}
