import type { Failure } from '../../shared/failure.ts';
import { sentence } from '../../shared/sentences.ts';
import { withStop } from '../ui/text.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'plain' | 'failure' | 'alarm';
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
}

const staysMs = { plain: 6_000, failure: 15_000, alarm: 15_000 } as const;
const mostAtOnce = 4;

/** Short messages that go by themselves, unless they are being looked at. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  #nextId = 1;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  say(text: string, action?: Notice['action']): void {
    this.#show({ id: this.#nextId++, tone: 'plain', text, ...(action && { action }) });
  }

  fail(failure: Failure, action?: Notice['action']): void {
    const { what, next } = sentence(failure, Date.now());
    const text = `${withStop(what)} ${next}`;
    this.#show({ id: this.#nextId++, tone: 'failure', text, ...(action && { action }) });
  }

  /** Alarms that were raised; the last such words replace those before. */
  alarm(text: string, action: Notice['action']): void {
    for (const { id, tone } of this.list) if (tone === 'alarm') this.dismiss(id);
    this.#show({ id: this.#nextId++, tone: 'alarm', text, ...(action && { action }) });
  }

  dismiss(id: number): void {
    this.#stop(id);
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** For when what the actions would act on is gone. */
  dismissActions(): void {
    for (const { id, action } of this.list) if (action !== undefined) this.dismiss(id);
  }

  /** Keeps all notices while the pointer or the focus is on one. */
  hold(): void {
    for (const { id } of this.list) this.#stop(id);
  }

  release(): void {
    for (const notice of this.list) this.#start(notice);
  }

  #show(notice: Notice): void {
    const others = this.list.filter(({ text }) => text !== notice.text);
    this.list = [...others, notice].slice(-mostAtOnce);
    this.#start(notice);
  }

  #start({ id, tone }: Notice): void {
    this.#stop(id);
    this.#timers.set(
      id,
      setTimeout(() => {
        this.dismiss(id);
      }, staysMs[tone]),
    );
  }

  #stop(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }
}
