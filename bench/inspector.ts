import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

interface Answer {
  readonly id: number;
  readonly result?: {
    readonly result: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly text: string };
  };
}

/** A Node process that listens for a debugger, to look into it from here. */
export class Inspector {
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async connect(port: number): Promise<Inspector> {
    const socket = new WebSocket(await addressAt(port));
    await once(socket, 'open');
    return new Inspector(socket);
  }

  /** The value of an expression, by value; throws when it throws. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const id = ++this.#asked;
    const params = { expression: `(${expression})`, returnByValue: true };
    this.#socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
    const { result } = await this.#answerTo(id);
    if (result === undefined || result.exceptionDetails !== undefined)
      throw new Error(result?.exceptionDetails?.text ?? 'The process didn’t understand.');
    return result.result.value as Value;
  }

  async #answerTo(id: number): Promise<Answer> {
    const heard = new AbortController();
    const { signal } = heard;
    const gone = once(this.#socket, 'close', { signal }).then(() => {
      throw new Error('The process has gone.');
    });
    try {
      for (;;) {
        const [event] = (await Promise.race([once(this.#socket, 'message', { signal }), gone])) as [
          MessageEvent,
        ];
        const answer = JSON.parse(String(event.data)) as Answer;
        if (answer.id === id) return answer;
      }
    } finally {
      heard.abort();
    }
  }

  close(): void {
    this.#socket.close();
  }
}

/** The process listens before its first script runs. */
async function addressAt(port: number): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [process] = (await answer.json()) as [{ readonly webSocketDebuggerUrl: string }];
      return process.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt === 20) throw error;
      await delay(100);
    }
  }
}
