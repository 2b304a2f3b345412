import type { PushMessage } from '../shared/contract.ts';
import type { EntityRef } from '../shared/entities.ts';
import type { Result } from '../shared/failure.ts';

/** The application as a host's entry file sees it. */
export interface ApplicationApi {
  /** Opens the store and starts reading; never throws for an expected failure. */
  start(): Promise<void>;
  /** Answers any message of the page; checks the name and the arguments itself. */
  call(name: unknown, args: unknown): Promise<Result<unknown>>;
  subscribe(listener: (message: PushMessage) => void): () => void;
  /** Asks the page to show an entity, as a second start with --open does. */
  show(ref: EntityRef): void;
  /** Ends every timer, request, server and file. */
  stop(): Promise<void>;
}

export interface ApplicationOptions {
  readonly userDataDir: string;
  /** The folder `resources` of the installed application. */
  readonly resourcesDir: string;
  readonly version: string;
  /** Connect to the embedded demo at once. */
  readonly demo: boolean;
  readonly open: EntityRef | null;
}
