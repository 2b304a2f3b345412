import type { Clock } from '../../clock.ts';

/** Something to be done at a time. */
export interface Due {
  readonly act: () => void;
  dueAt: number;
  /** Its place on the agenda; −1 when it isn't on it. */
  place: number;
}

/** So many at a time, with a pause between, however many are due at once; more when it is late with them. */
const atATime = 10;
const moreForEachMsLate = 2;
const mostAtATime = 50;
const pauseMs = 5;

/** What is to be done, the earliest first (a binary heap), on one timer. */
export class Agenda {
  readonly #clock: Clock;
  readonly #heap: Due[] = [];
  #armedFor = Infinity;
  #isWorking = false;
  #disarm: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Puts it on the agenda, or moves it. */
  plan(due: Due, at: number): void {
    due.dueAt = at;
    if (due.place === -1) {
      due.place = this.#heap.length;
      this.#heap.push(due);
    }
    this.#settle(due);
    this.#arm();
  }

  remove(due: Due): void {
    const { place } = due;
    if (place === -1) return;
    due.place = -1;
    const last = this.#heap.pop();
    if (last === undefined || last === due) return;
    this.#put(last, place);
    this.#settle(last);
  }

  clear(): void {
    for (const due of this.#heap) due.place = -1;
    this.#heap.length = 0;
    this.#disarm();
    this.#armedFor = Infinity;
  }

  #arm(notBefore = 0): void {
    const at = Math.max(this.#heap[0]?.dueAt ?? Infinity, notBefore);
    if (this.#isWorking || at >= this.#armedFor) return;
    this.#disarm();
    this.#armedFor = at;
    this.#disarm = this.#clock.after(Math.max(0, at - this.#clock.now()), () => this.#work());
  }

  #work(): void {
    const now = this.#clock.now();
    this.#isWorking = true;
    const lateMs = now - (this.#heap[0]?.dueAt ?? now);
    const most = Math.min(mostAtATime, atATime + moreForEachMsLate * lateMs);
    for (let done = 0; done < most; done += 1) {
      const due = this.#heap[0];
      if (due === undefined || due.dueAt > now) break;
      this.remove(due);
      due.act();
    }
    this.#isWorking = false;
    this.#armedFor = Infinity;
    const isMoreDue = (this.#heap[0]?.dueAt ?? Infinity) <= now;
    this.#arm(isMoreDue ? now + pauseMs : 0);
  }

  #settle(due: Due): void {
    this.#rise(due);
    this.#sink(due);
  }

  #rise(due: Due): void {
    for (;;) {
      const parent = this.#heap[(due.place - 1) >> 1];
      if (due.place === 0 || parent === undefined || parent.dueAt <= due.dueAt) return;
      this.#swap(due, parent);
    }
  }

  #sink(due: Due): void {
    for (;;) {
      const left = this.#heap[2 * due.place + 1];
      const right = this.#heap[2 * due.place + 2];
      const least =
        right !== undefined && left !== undefined && right.dueAt < left.dueAt ? right : left;
      if (least === undefined || least.dueAt >= due.dueAt) return;
      this.#swap(due, least);
    }
  }

  #swap(one: Due, other: Due): void {
    const { place } = one;
    this.#put(one, other.place);
    this.#put(other, place);
  }

  #put(due: Due, place: number): void {
    this.#heap[place] = due;
    due.place = place;
  }
}
