import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';

/** A way to a server that is so many milliseconds long, there and back. */
export class SlowLink {
  readonly address: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>, port: number) {
    this.#server = server;
    this.#sockets = sockets;
    this.address = `http://127.0.0.1:${port}`;
  }

  static async to(target: string, roundTripMs: number): Promise<SlowLink> {
    const sockets = new Set<Socket>();
    const { hostname, port } = new URL(target);
    const server = createServer({ noDelay: true }, (near) => {
      const far = connect({ host: hostname, port: Number(port), noDelay: true });
      sockets.add(near).add(far);
      // The handshake takes one round trip more before anything can be sent.
      carry(near, far, roundTripMs / 2, roundTripMs);
      carry(far, near, roundTripMs / 2, 0);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('No port.');
    return new SlowLink(server, sockets, bound.port);
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

function carry(from: Socket, to: Socket, ms: number, firstMs: number): void {
  const openedAt = performance.now();
  from.on('data', (chunk) => {
    const handshake = Math.max(0, openedAt + firstMs - performance.now());
    setTimeout(() => to.destroyed || to.write(chunk), ms + handshake);
  });
  from.on('error', () => to.destroy());
  from.on('close', () => setTimeout(() => to.destroy(), ms + firstMs));
}
