import type { Reviewed } from '../../shared/edit-arguments.ts';
import type { Doubt, DraftView, HistoryRow, Review, Sent } from '../../shared/edit-views.ts';
import type { Choice } from '../../shared/edits.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';
import type { Notices } from '../state/notices.svelte.ts';
import { closedWords, sentWords } from './sent-words.ts';

/** What the screen that opens a review hears of it. */
export interface ReviewListener {
  /** The service's copy changed, and with it the draft. */
  draftChanged?: (draft: DraftView) => void;
  /** It was sent, or waits in the outbox: the draft is gone. `row` once it was sent. */
  gone?: (row: HistoryRow | null) => void;
  /** The dialog was closed and the draft stands. */
  kept?: () => void;
}

/** A review with something to send. */
export type ReviewOfChanges = Extract<Review, { kind: 'changes' }>;

/** What the dialog shows. */
export type Step =
  | { readonly kind: 'reading' }
  /** `sending`: it came while sending. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly sending: boolean }
  | Review
  /** It was sent, and not all of it is there, as far as can be told. */
  | { readonly kind: 'short'; readonly row: HistoryRow }
  /** The outbox has it as `entry`. */
  | ({
      readonly kind: 'unknown';
      readonly entry: string;
      readonly ref: EntityRef;
      readonly name: string;
    } & Doubt);

interface Session {
  readonly of: Reviewed;
  readonly listener: ReviewListener;
}

/** A key pressed for the form before must not send. */
const armedAfterMs = 250;
const reading: Step = { kind: 'reading' };

/** The review that is open, if any: from asking for it to what became of the sending. */
export class Reviewing {
  of = $state.raw<Reviewed | null>(null);
  step = $state.raw<Step>(reading);
  /** When the comparison was asked for, and when the step was first shown. */
  askedAt = $state(0);
  since = $state(0);
  busy = $state.raw<'choosing' | 'sending' | null>(null);
  /** Whether it may be sent: shortly after the changes are shown. */
  isArmed = $state(false);
  /** Why the last attempt surely sent nothing. */
  notSent = $state.raw<Failure | null>(null);
  /** The service's copy changed between the last review and its sending. */
  isAgain = $state(false);
  choices = $state.raw<Readonly<Record<string, Choice>>>({});
  /** How many conflicts wait for a choice. */
  readonly undecided = $derived(
    this.step.kind === 'conflicts'
      ? this.step.conflicts.filter(({ field }) => !Object.hasOwn(this.choices, field)).length
      : 0,
  );
  readonly #bridge: Bridge;
  readonly #notices: Notices;
  #session: Session | null = null;
  #arming: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge, notices: Notices) {
    this.#bridge = bridge;
    this.#notices = notices;
  }

  /** Opens the dialog at once; one that is open stays. */
  open(of: Reviewed, listener: ReviewListener = {}): void {
    if (this.#session !== null) return;
    this.#session = { of, listener };
    this.of = of;
    this.isAgain = false;
    this.busy = null;
    void this.#start(this.#session);
  }

  /** Closes the dialog; a sending that is under way goes on, and a notice tells what became of it. */
  close(): void {
    const session = this.#session;
    if (session === null) return;
    const isSettled = this.step.kind === 'short' || this.step.kind === 'unknown';
    const isSending = this.busy === 'sending';
    this.#end();
    if (isSending) this.#notices.say('The change is still being sent.');
    else if (!isSettled) session.listener.kept?.();
  }

  /** Reads and compares again. */
  async again(): Promise<void> {
    if (this.#session !== null && this.busy === null) await this.#start(this.#session);
  }

  choose(field: string, choice: Choice): void {
    this.choices = { ...this.choices, [field]: choice };
  }

  /** Goes on once every conflict is decided. */
  async decide(): Promise<void> {
    const { step } = this;
    const session = this.#session;
    if (session === null || step.kind !== 'conflicts') return;
    if (this.undecided > 0 || this.busy !== null) return;
    this.busy = 'choosing';
    const { review } = step;
    const answer = await this.#bridge.call('review.choose', { review, choices: this.choices });
    this.#take(session, answer);
  }

  /** Sends, or queues, exactly what is shown. */
  async send(how: ReviewOfChanges['how']): Promise<void> {
    const { step } = this;
    const session = this.#session;
    if (session === null || step.kind !== 'changes') return;
    if (!this.isArmed || this.busy !== null || this.#mustWait(how)) return;
    this.busy = 'sending';
    this.notSent = null;
    const sent = await this.#bridge.call('review.send', { review: step.review, how });
    if (session === this.#session) {
      this.busy = null;
      if (sent.ok) this.#became(session, step, sent.value);
      else this.#show({ kind: 'failed', failure: sent.failure, sending: true });
    } else {
      this.#notices.say(closedWords(step, sent));
      if (sent.ok) tell(session.listener, sent.value);
      else session.listener.kept?.();
    }
  }

  async #start(session: Session): Promise<void> {
    this.#show(reading);
    this.askedAt = this.since;
    this.#take(session, await this.#bridge.call('review.start', session.of));
  }

  #take(session: Session, answer: Result<Review>): void {
    // Also after closing: main carried the draft over to what the service holds now.
    if (answer.ok && answer.value.draft !== null)
      session.listener.draftChanged?.(answer.value.draft);
    if (session !== this.#session) return;
    this.busy = null;
    if (!answer.ok) {
      this.#show({ kind: 'failed', failure: answer.failure, sending: false });
      return;
    }
    this.#show(answer.value);
  }

  #became(session: Session, review: ReviewOfChanges, sent: Sent): void {
    const words = sentWords(review, sent);
    if (words !== null) {
      this.#end();
      this.#notices.say(words);
    } else if (sent.kind === 'sent') this.#show({ kind: 'short', row: sent.row });
    else if (sent.kind === 'unknown') {
      const { ref, name } = review;
      this.#show({ ...sent, ref, name });
    } else if (sent.kind === 'not-sent') this.notSent = sent.failure;
    else {
      this.isAgain = true;
      void this.#start(session);
    }
    if (isGone(sent)) tell(session.listener, sent);
  }

  /** A service that asked to wait is left alone; the outbox waits by itself. */
  #mustWait(how: ReviewOfChanges['how']): boolean {
    const { notSent } = this;
    return how === 'send' && notSent?.kind === 'throttled' && Date.now() < notSent.until;
  }

  #show(step: Step): void {
    this.step = step;
    this.since = Date.now();
    this.notSent = null;
    this.choices = {};
    this.isArmed = false;
    clearTimeout(this.#arming);
    if (step.kind !== 'changes') return;
    this.#arming = setTimeout(() => {
      this.isArmed = true;
    }, armedAfterMs);
  }

  #end(): void {
    clearTimeout(this.#arming);
    this.#session = null;
    this.of = null;
    this.busy = null;
  }
}

const isGone = ({ kind }: Sent): boolean =>
  kind === 'sent' || kind === 'queued' || kind === 'unknown';

/** Whether the draft is gone or stands, once it is known. */
function tell(listener: ReviewListener, sent: Sent): void {
  if (isGone(sent)) listener.gone?.(sent.kind === 'sent' ? sent.row : null);
  else listener.kept?.();
}
