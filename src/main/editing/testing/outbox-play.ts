import { expect } from 'vitest';
import type { EntityRef } from '../../../shared/entities.ts';
import { type Command, type Note, type Outbox, type OutboxEvent, emptyOutbox } from '../outbox.ts';
import { reopened, step } from '../outbox-step.ts';

/** Plays events one after the other, and keeps what came of the last one. */
export class Play {
  outbox: Outbox = emptyOutbox;
  commands: readonly Command[] = [];
  notes: readonly Note[] = [];
  now = 1_000;

  with(change: Partial<Outbox>): this {
    this.outbox = { ...this.outbox, ...change };
    return this;
  }

  on(...events: OutboxEvent[]): this {
    for (const event of events) this.#take(step(this.outbox, event, this.now));
    return this;
  }

  reopen(): this {
    this.#take(reopened(this.outbox, this.now));
    return this;
  }

  pass(ms: number): this {
    this.now += ms;
    return this.on({ kind: 'ticked' });
  }

  enqueue(id: string, ref: EntityRef, clicked = false): this {
    return this.on({ kind: 'enqueued', id, ref, clicked });
  }

  state(id: string): unknown {
    return this.outbox.entries.find((entry) => entry.id === id)?.state;
  }

  get told(): string[] {
    return this.commands.map((command) =>
      'id' in command ? `${command.do} ${command.id}` : command.do,
    );
  }

  #take({ outbox, commands, save }: ReturnType<typeof step>): void {
    const sending = save.put.filter(({ state }) => state.kind === 'sending').map(({ id }) => id);
    const sends = commands.flatMap((command) => (command.do === 'send' ? [command.id] : []));
    expect(sends).toEqual(sending);
    this.outbox = outbox;
    this.commands = commands;
    this.notes = save.notes;
  }
}
