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

  /** Takes the first line that begins like this, now or within 20 s. */
  async line(start: string | RegExp): Promise<string> {
    const isIt = (line: string): boolean =>
      typeof start === 'string' ? line.startsWith(start) : start.test(line);
    let isLate = false as boolean;
    const timer = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, 20_000);
    try {
      for (;;) {
        const at = this.lines.findIndex(isIt);
        if (at >= 0) return this.lines.splice(at, 1)[0] ?? '';
        if (this.#isOver || isLate)
          throw new Error(`No line is like “${start}”; the others: ${this.lines.join('\n')}`);
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
