import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Redactor } from './redaction.ts';

type Level = 'info' | 'warning' | 'error';

const mostFileBytes = 1_000_000;
const mostLineChars = 16_000;
/** Cut here before redaction, far behind what is kept, so that no half secret stays. */
const mostRedactedChars = 64_000;

/**
 * The log in userDataDir/logs: tally.log and the two before it, 1 MB each, a line
 * for each entry. Written at once, so that a crash keeps the last lines. A disk
 * that is full or read-only makes it silent; it never throws.
 */
export class Log {
  readonly #folder: string;
  readonly #redactor: Redactor;
  readonly #now: () => number;
  #file: number | null = null;
  #bytes = 0;

  constructor(userDataDir: string, redactor: Redactor, now: () => number = Date.now) {
    this.#folder = join(userDataDir, 'logs');
    this.#redactor = redactor;
    this.#now = now;
  }

  write(
    level: Level,
    area: string,
    message: string,
    data?: Readonly<Record<string, unknown>>,
  ): void {
    const time = new Date(this.#now()).toISOString();
    const rest = data === undefined ? '' : ` ${asJson(data)}`;
    const said = `${message.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')}${rest}`;
    const text = this.#redactor.redact(said.slice(0, mostRedactedChars)).slice(0, mostLineChars);
    this.#append(Buffer.from(`${time} ${level} ${area} ${text}\n`));
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null)
      quietly(() => {
        closeSync(file);
      });
  }

  #append(line: Buffer): void {
    try {
      this.#file ??= this.#open();
      if (this.#bytes + line.length > mostFileBytes && this.#bytes > 0) {
        this.close();
        this.#rotate();
        this.#file = this.#open();
      }
      this.#bytes += writeSync(this.#file, line);
    } catch {
      this.close();
    }
  }

  #open(): number {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = openSync(this.#path(0), 'a', 0o600);
    this.#bytes = fstatSync(file).size;
    return file;
  }

  #rotate(): void {
    for (const age of [1, 0])
      quietly(() => {
        renameSync(this.#path(age), this.#path(age + 1));
      });
  }

  #path(age: number): string {
    return join(this.#folder, age === 0 ? 'tally.log' : `tally.${age}.log`);
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    return;
  }
}

function asJson(data: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(data, (_, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      if (value instanceof Error)
        return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
      return value;
    });
  } catch (error) {
    return JSON.stringify(`not shown: ${String(error)}`);
  }
}
