import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answering = (response: ServerResponse, seen: Seen) => void;

/** A server on this computer that answers each request as the test says, for tests. */
export class AnsweringServer {
  readonly seen: Seen[] = [];
  readonly address: string;
  answering: Answering = (response) => response.end('{}');
  readonly #close: () => Promise<void>;
  readonly #arrivals: (() => void)[] = [];

  private constructor(address: string, close: () => Promise<void>) {
    this.address = address;
    this.#close = close;
  }

  static async start(): Promise<AnsweringServer> {
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        answering.#note(response, { method, url, headers, body });
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answering = new AnsweringServer(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return answering;
  }

  /** Answers with JSON, or with text as it is. */
  gives(status: number, body: unknown, headers: Record<string, string> = {}): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.answering = (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    };
  }

  /** The next request, after those that came before. */
  arrival(): Promise<void> {
    return new Promise((done) => this.#arrivals.push(done));
  }

  stop(): Promise<void> {
    return this.#close();
  }

  #note(response: ServerResponse, seen: Seen): void {
    this.seen.push(seen);
    this.answering(response, seen);
    for (const arrived of this.#arrivals.splice(0)) arrived();
  }
}
