import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A Node process of a test, and the lines that it prints. */
export class ProcessLines {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly exit: Promise<number | string>;
  readonly #waiting: (() => void)[] = [];
  #isOver = false;

  constructor(script: string, ...args: readonly string[]) {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child = child;
    this.exit = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        resolve(code ?? signal ?? 'no code');
      });
    });
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        this.lines.push(line);
        this.#wake();
      })
      .on('close', () => {
        this.#isOver = true;
        this.#wake();
      });
  }

  /** Takes the first line that begins like this, now or later; fails when the output ends. */
  async line(start: string | RegExp): Promise<string> {
    const isIt = (line: string): boolean =>
      typeof start === 'string' ? line.startsWith(start) : start.test(line);
    for (;;) {
      const [line] = this.lines.splice(this.lines.findIndex(isIt) >>> 0, 1);
      if (line !== undefined) return line;
      if (this.#isOver)
        throw new Error(`No line is like “${start}”; the rest: ${this.lines.join('\n')}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
