import type {
  DraftKept,
  DraftView,
  EditsView,
  LiveDraftView,
  Review,
  Sent,
} from '../../../shared/edit-views.ts';
import type { LiveFields } from '../../../shared/edits.ts';
import type { EntityRef } from '../../../shared/entities.ts';
import { type Failure, type Result, fail, ok } from '../../../shared/failure.ts';
import { type EditStore, type HistoryRecord, MemoryEdits } from '../../library/edit-store.ts';
import type { EntityRecord } from '../../library/records.ts';
import { keyOf } from '../../library/records.ts';
import type { Answer, ServiceClient } from '../../service/client.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Editing } from '../editing.ts';

type Json = Record<string, unknown>;
type Act = (body: Json) => Result<Answer> | 'takes effect' | Promise<never>;

export const show: EntityRef = { kind: 'live', id: 'show' };
export const clip: EntityRef = { kind: 'video', id: 'clip' };
export const ladder: EntityRef = { kind: 'preset', id: 'ladder' };

export const relay = (name: string, key = `key-of-${name}`): Json => ({
  id: `id-${name}`,
  name,
  url: `rtmp://${name}.example.com/live`,
  key,
  status: 'enable',
});

const unreachable: Failure = { kind: 'unreachable', detail: 'no route' };

/** An Editing with a service behind it that holds entities and can be made to fail. */
export class Desk {
  readonly clock = new FakeClock();
  readonly held = new Map<string, Json>([
    [
      'live/show',
      { id: 'show', name: 'Show', description: 'Daily', relay: [relay('a'), relay('b')] },
    ],
    ['live/other', { id: 'other', name: 'Other', description: 'Weekly', relay: [] }],
    ['video/clip', { id: 'clip', name: 'Clip', description: 'Short' }],
    ['preset/ladder', { id: 'ladder', profiles: [{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }] }],
  ]);
  readonly records = new Map<string, EntityRecord>();
  /** What was sent, in order. */
  readonly sent: { readonly ref: string; readonly body: Json }[] = [];
  readonly views: EditsView[] = [];
  readonly noted: HistoryRecord[] = [];
  reads = 0;
  offline = false;
  locked = false;
  /** What the next reads give instead of the entity. */
  readonly failReads: Failure[] = [];
  readonly reshapes: ((json: Json) => Json)[] = [];
  /** What the next changes do instead of succeeding. */
  readonly acts: Act[] = [];
  editing: Editing;

  readonly store: EditStore;
  readonly settings = { waitForClick: false, historyDays: 90 };

  constructor(store: EditStore = new MemoryEdits()) {
    this.store = store;
    for (const ref of [show, { kind: 'live', id: 'other' } as const, clip, ladder]) this.know(ref);
    this.editing = this.#begin();
  }

  /** Ends it as a crash does, and begins again with what the store has. */
  restart(): void {
    this.editing.stop();
    this.editing = this.#begin();
  }

  know(ref: EntityRef): void {
    const text = JSON.stringify(this.held.get(keyOf(ref)));
    this.records.set(keyOf(ref), { text, readAt: this.clock.now(), tookMs: 1 });
  }

  change(ref: EntityRef, patch: Json): void {
    this.held.set(keyOf(ref), { ...this.held.get(keyOf(ref)), ...patch });
  }

  goOffline(offline: boolean): void {
    this.offline = offline;
    this.editing.setOnline(!offline);
  }

  /** Lets requests and what follows from them happen. */
  settle(ms = 0): Promise<void> {
    return this.clock.pass(ms);
  }

  open<K extends EntityRef['kind']>(ref: EntityRef & { readonly kind: K }) {
    return wanted(this.editing.drafts.open(ref)) as Extract<DraftView, { kind: K }>;
  }

  fieldsOf(ref: EntityRef = show): LiveFields {
    return this.open({ kind: 'live', id: ref.id }).fields;
  }

  edit(change: Partial<LiveFields>, ref: EntityRef = show): void {
    this.keep(this.open({ kind: 'live', id: ref.id }), change);
  }

  /** As a form does that was made from `view`, whatever came since. */
  keep(view: LiveDraftView, change: Partial<LiveFields>): Result<DraftKept> {
    const { id, baseId, fields } = view;
    const content = mutable({ ...fields, ...change });
    return this.editing.drafts.keep({ kind: 'live', id, baseId, fields: content });
  }

  editVideo(change: Json): void {
    const { id, baseId, fields } = this.open({ kind: 'video', id: clip.id });
    this.editing.drafts.keep({ kind: 'video', id, baseId, fields: { ...fields, ...change } });
  }

  select(profileIds: string[]): void {
    const { id, baseId } = this.open({ kind: 'preset', id: ladder.id });
    this.editing.drafts.keep({ kind: 'preset', id, baseId, fields: { profileIds } });
  }

  async review(ref: EntityRef = show): Promise<Review> {
    return wanted(await this.editing.reviews.start({ of: 'draft', ref }));
  }

  async send(ref: EntityRef = show, how: 'send' | 'queue' = 'send'): Promise<Result<Sent>> {
    const review = await this.review(ref);
    const sending = this.editing.reviews.send(review.review, how);
    await this.settle();
    return sending;
  }

  #begin(): Editing {
    const answer = (json: Json): Answer => ({
      json,
      text: JSON.stringify(json),
      status: 200,
      receivedAt: this.clock.now(),
      tookMs: 5,
      date: null,
    });
    const change =
      (kind: EntityRef['kind'], taken: (held: Json, body: Json) => Json) =>
      async (_access: unknown, id: string, body: Json): Promise<Result<Answer>> => {
        await Promise.resolve();
        const ref = `${kind}/${id}`;
        this.sent.push({ ref, body });
        const act = this.acts.shift();
        const result = act?.(body);
        if (result !== undefined && result !== 'takes effect') return result;
        const held = this.held.get(ref);
        if (held === undefined) return fail({ kind: 'not-found', message: 'gone' });
        this.held.set(ref, taken(held, body));
        return result === 'takes effect'
          ? fail({ ...unreachable, sent: 'maybe' } as Failure)
          : ok(answer(this.held.get(ref) ?? {}));
      };
    const client = {
      updateLive: change('live', (held, body) => ({
        ...held,
        ...body,
        ...('relay' in body
          ? { relay: (body['relay'] as Json[]).filter((one) => 'url' in one).map(asRead) }
          : {}),
      })),
      updateVideo: change('video', (held, body) => ({ ...held, ...body })),
      removeProfiles: (access: unknown, id: string, ids: string[]) =>
        change('preset', (held) => ({
          ...held,
          profiles: (held['profiles'] as Json[]).filter((one) => !ids.includes(String(one['id']))),
        }))(access, id, { profile_ids: ids.join(',') }),
    } as unknown as ServiceClient;
    const editing = new Editing({
      connectionId: 'c1',
      store: this.store,
      clock: this.clock,
      client,
      access: () =>
        this.locked
          ? fail({ kind: 'keychain', trouble: 'locked' })
          : ok({ address: 'https://api.example.com', token: 'token' }),
      offline: () => this.offline,
      noteOutcome: () => undefined,
      readLive: async (id) => {
        await Promise.resolve();
        this.reads += 1;
        const failure = this.failReads.shift();
        if (failure !== undefined) return fail(failure);
        const held = this.held.get(`live/${id}`);
        if (held === undefined) return fail({ kind: 'not-found', message: 'gone' });
        const json = this.reshapes.shift()?.(held) ?? held;
        const given = answer(json);
        this.records.set(`live/${id}`, { ...given, readAt: given.receivedAt });
        return ok(given);
      },
      record: (ref) => ok(this.records.get(keyOf(ref)) ?? null),
      keep: (ref, { text }) => {
        this.records.set(keyOf(ref), { text, readAt: this.clock.now(), tookMs: 1 });
      },
      nameOf: ({ id }) => id,
      changed: (view) => this.views.push(view),
      noted: (record) => this.noted.push(record),
    });
    editing.start(!this.offline, this.settings);
    return editing;
  }
}

/** A relay of a read has more than what was sent. */
const asRead = (sent: Json): Json => ({ status: 'enable', name: '', ...sent });

const mutable = (fields: LiveFields) => ({ ...fields, relays: [...fields.relays] });

export function wanted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.failure)}`);
  return result.value;
}
