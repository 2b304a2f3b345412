import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { EntityRef } from '../../../shared/entities.ts';
import { type Result, fail, ok } from '../../../shared/failure.ts';
import { keyOf } from '../../library/records.ts';
import type { Answer, ServiceClient } from '../../service/client.ts';
import type { Json } from '../../service/fields.ts';

/** A change as the service received it. */
export interface Received {
  readonly ref: string;
  readonly body: Json;
}

const fileIn = (folder: string): string => join(folder, 'service.jsonl');

/** All that the service of a folder ever received; a line that was cut short never arrived. */
export function receivedIn(folder: string): Received[] {
  const file = fileIn(folder);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as Received);
}

/**
 * A service that keeps what it receives in a file before it answers, so that it
 * outlives the program that asks it. It is slow at times, fails, or never answers.
 */
export class FileService {
  readonly #file: number;
  readonly #random: () => number;
  readonly #held = new Map<string, Json>();

  constructor(folder: string, random: () => number) {
    for (const { ref, body } of receivedIn(folder)) this.#take(ref, body);
    this.#file = openSync(fileIn(folder), 'a');
    this.#random = random;
  }

  close(): void {
    closeSync(this.#file);
  }

  held(ref: EntityRef): Json {
    const id = ref.id;
    return { id, name: `Name of ${id}`, description: 'As it was', ...this.#held.get(keyOf(ref)) };
  }

  async read(ref: EntityRef): Promise<Result<Answer>> {
    await pass(this.#random() * 2);
    if (this.#random() < 0.03) return fail({ kind: 'unreachable', detail: 'no route' });
    return ok(this.#answer(ref));
  }

  get client(): ServiceClient {
    const put =
      (kind: EntityRef['kind']) =>
      (_: unknown, id: string, body: object): Promise<Result<Answer>> =>
        this.#put({ kind, id }, body as Json);
    return {
      updateLive: put('live'),
      updateVideo: put('video'),
      removeProfiles: (access: unknown, id: string, ids: readonly string[]) =>
        put('preset')(access, id, { removed: ids }),
    } as unknown as ServiceClient;
  }

  async #put(ref: EntityRef, body: Json): Promise<Result<Answer>> {
    const fate = this.#random();
    await pass(this.#random() * 2);
    if (fate < 0.05) return fail({ kind: 'unreachable', detail: 'no route' });
    if (fate < 0.1) return fail({ kind: 'timed-out', afterMs: 1, sent: 'maybe' });
    this.#write({ ref: keyOf(ref), body });
    await pass(this.#random() * 2);
    if (fate < 0.15) return fail({ kind: 'unreachable', detail: 'reset', sent: 'maybe' });
    if (fate < 0.18) return new Promise(() => undefined);
    return ok(this.#answer(ref));
  }

  #write(received: Received): void {
    writeSync(this.#file, `${JSON.stringify(received)}\n`);
    fsyncSync(this.#file);
    this.#take(received.ref, received.body);
  }

  #take(ref: string, body: Json): void {
    this.#held.set(ref, { ...this.#held.get(ref), ...body });
  }

  #answer(ref: EntityRef): Answer {
    const json = this.held(ref);
    const receivedAt = Date.now();
    return { json, text: JSON.stringify(json), status: 200, receivedAt, tookMs: 1, date: null };
  }
}
