import { expect } from 'vitest';
import type { EntityRef } from '../../../shared/entities.ts';
import type { Failure } from '../../../shared/failure.ts';
import { type Command, type Entry, type Outbox, type OutboxEvent, emptyOutbox } from '../outbox.ts';
import { reopened, step } from '../outbox-step.ts';

const refs: readonly EntityRef[] = [
  { kind: 'live', id: 'a' },
  { kind: 'live', id: 'b' },
  { kind: 'video', id: 'a' },
  { kind: 'preset', id: 'p' },
];
const lost: Failure = { kind: 'unreachable', detail: 'reset', sent: 'maybe' };
const unsent: Failure = { kind: 'unreachable', detail: 'offline' };
export const replies = [
  'ok',
  'lost',
  'dropped',
  'unsent',
  'throttled',
  '401',
  '409',
  '502',
  'storage',
] as const;
type Reply = (typeof replies)[number];

export type Act =
  | { readonly do: 'enqueue'; readonly ref: number; readonly clicked: boolean }
  | { readonly do: 'reply'; readonly reply: Reply }
  | { readonly do: 'network' | 'token' | 'setting' }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'crash'; readonly when: 'now' | 'unsaved' | 'saved'; readonly arrived: boolean }
  | { readonly do: 'user'; readonly says: UserSays; readonly at: number };
export type UserSays = 'send-now' | 'discard' | 'mark-as-saved' | 'resolved';

/** A disk, a service and a producer around the outbox. */
export class World {
  outbox: Outbox = emptyOutbox;
  now = 0;
  readonly disk = new Map<string, Entry>();
  readonly noted = new Set<string>();
  readonly acknowledged: string[] = [];
  readonly discarded = new Set<string>();
  /** What the service has made, and how often. */
  readonly made = new Map<string, number>();
  readonly sentAgain = new Map<string, number>();
  readonly firstSent: string[] = [];
  readonly refs = new Map<string, EntityRef | undefined>();
  #flying: Extract<Command, { id: string }>[] = [];
  #crash: 'unsaved' | 'saved' | null = null;
  #count = 0;

  do(act: Act): void {
    switch (act.do) {
      case 'enqueue': {
        const id = String((this.#count += 1));
        const ref = refs[act.ref] ?? { kind: 'live', id: 'a' };
        this.refs.set(id, refs[act.ref]);
        if (this.#on({ kind: 'enqueued', id, ref, clicked: act.clicked }))
          this.acknowledged.push(id);
        return;
      }
      case 'reply':
        this.reply(act.reply);
        return;
      case 'network':
        this.#on({ kind: 'online', online: !this.outbox.online });
        return;
      case 'token':
        this.#on({ kind: 'token-replaced' });
        return;
      case 'setting':
        this.#on({ kind: 'wait-for-click', waitForClick: !this.outbox.waitForClick });
        return;
      case 'pass':
        this.now += act.ms;
        this.#on({ kind: 'ticked' });
        return;
      case 'crash':
        if (act.when === 'now') this.#reopen(act.arrived);
        else this.#crash = act.when;
        return;
      case 'user': {
        const entry = this.outbox.entries[act.at];
        if (entry !== undefined) this.user(act.says, entry);
      }
    }
  }

  user(says: UserSays, { id, state }: Entry): void {
    if (says === 'send-now' && state.kind === 'unknown')
      this.sentAgain.set(id, (this.sentAgain.get(id) ?? 0) + 1);
    const mayGo = says === 'discard' && state.kind !== 'sending' && state.kind !== 'comparing';
    if (mayGo) this.discarded.add(id);
    if (!this.#on({ kind: says, id })) this.discarded.delete(id);
  }

  /** The oldest request under way is answered, or its answer is lost. */
  reply(reply: Reply): void {
    const flying = this.#flying.shift();
    if (flying === undefined) return;
    const { id } = flying;
    if (flying.do === 'send') {
      const arrives = ['ok', 'lost', '502'].includes(reply);
      if (arrives) this.#arrive(id);
      this.#on({ kind: 'answered', id, failure: failureOf(reply, this.now) });
    } else if (flying.do === 'check') {
      const failure = failureOf(reply, this.now);
      const isThere = (this.made.get(id) ?? 0) > 0;
      const kind = isThere ? 'already' : reply === '409' ? 'conflict' : 'clear';
      const isRead = failure === null || reply === '409';
      this.#on({ kind: 'checked', id, outcome: isRead ? { kind } : { kind: 'failed', failure } });
    } else {
      const failure = failureOf(reply, this.now);
      const kind = (this.made.get(id) ?? 0) > 0 ? 'took' : 'did-not';
      this.#on({
        kind: 'compared',
        id,
        outcome: failure === null ? { kind } : { kind: 'failed', failure },
      });
    }
  }

  get isBusy(): boolean {
    return this.#flying.length > 0;
  }

  #arrive(id: string): void {
    this.made.set(id, (this.made.get(id) ?? 0) + 1);
  }

  /** Whether the step was saved; the power may fail before or behind that. */
  #on(event: OutboxEvent): boolean {
    const { outbox, save, commands } = step(this.outbox, event, this.now);
    const crash = this.#crash;
    this.#crash = null;
    if (crash === 'unsaved') {
      this.#reopen(false);
      return false;
    }
    this.#save(save);
    this.outbox = outbox;
    if (crash === 'saved') this.#reopen(false);
    else this.#start(commands);
    return true;
  }

  #save({ put, removed, notes }: ReturnType<typeof step>['save']): void {
    for (const entry of put) this.disk.set(entry.id, entry);
    for (const id of removed) this.disk.delete(id);
    for (const { id } of notes) this.noted.add(id);
  }

  #start(commands: readonly Command[]): void {
    for (const command of commands) {
      if (command.do === 'ask' || command.do === 'ask-for-token') continue;
      if (command.do === 'send') {
        expect(this.disk.get(command.id)?.state.kind).toBe('sending');
        if (!this.firstSent.includes(command.id)) this.firstSent.push(command.id);
      }
      this.#flying.push(command);
      const alive = this.#flying.filter(({ id }) => !this.discarded.has(id));
      expect(alive.length).toBeLessThan(2);
    }
  }

  #reopen(arrived: boolean): void {
    for (const { do: what, id } of this.#flying) if (what === 'send' && arrived) this.#arrive(id);
    this.#flying = [];
    const { waitForClick } = this.outbox;
    const entries = [...this.disk.values()].sort((a, b) => Number(a.id) - Number(b.id));
    const { outbox, save, commands } = reopened(
      { ...emptyOutbox, waitForClick, entries },
      this.now,
    );
    this.#save(save);
    this.outbox = outbox;
    this.#start(commands);
  }
}

function failureOf(reply: Reply, now: number): Failure | null {
  switch (reply) {
    case 'ok':
      return null;
    case 'lost':
    case 'dropped':
      return lost;
    case 'unsent':
      return unsent;
    case 'throttled':
      return { kind: 'throttled', until: now + 30_000 };
    case '401':
      return { kind: 'not-authorised', message: '' };
    case '409':
    case '502':
      return { kind: 'refused', status: Number(reply), message: '' };
    case 'storage':
      return { kind: 'storage', trouble: 'full' };
  }
}
