import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { EntityRef } from '../../shared/entities.ts';
import { breakdown } from './answer.ts';
import { ApiServer } from './api-server.ts';
import { catalogue, type Fields, timestamp } from './catalogue.ts';
import { sendAnswer } from './delivery.ts';
import { Entities } from './entities.ts';
import {
  type ApiFault,
  type ApiScope,
  type ClearFault,
  Faults,
  type MediaFault,
  type MediaScope,
} from './faults.ts';
import { loadMedia, type Media } from './media.ts';
import { MEDIA_PATH, MediaServer } from './media-server.ts';
import { type RecordedRequest, RequestLog } from './request-log.ts';
import { Streams } from './streams.ts';

export interface DemoOptions {
  /** The folder that scripts/make-demo-media.mjs fills. */
  readonly mediaDir: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** 32 random hexadecimal digits unless given. */
  readonly token?: string;
  /** Segments of 1 s instead of 2 s, for tests: trouble shows sooner. */
  readonly fast?: boolean;
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
}

// Room for an identifier of 5,000 characters, each as nine of percent-encoding.
const HEADER_LIMIT_BYTES = 64 * 1024;
// Longer than the pause between two reads, so that none meets a connection that closes.
const KEEP_ALIVE_MS = 60_000;
const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * A streaming service that speaks sections 4 to 8 of the interface, with real live
 * HLS and DASH, on a port of this computer only. Tests make it misbehave.
 */
export class DemoService {
  /** `http://127.0.0.1:PORT`, the service address to connect to. */
  readonly address: string;
  readonly token: string;
  readonly #now: () => number;
  readonly #server: Server;
  readonly #entities: Entities;
  readonly #streams: Streams;
  readonly #segmentSeconds: number;
  readonly #log = new RequestLog();
  readonly #apiFaults = new Faults<ApiFault>();
  readonly #mediaFaults = new Faults<MediaFault>();

  /** Rejects when the media can't be read or the port can't be had. */
  static async start(options: DemoOptions): Promise<DemoService> {
    const media = await loadMedia(options.mediaDir);
    const server = createServer({
      maxHeaderSize: HEADER_LIMIT_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
    });
    const address = await listen(server, options.port ?? 0);
    return new DemoService(options, media, server, address);
  }

  private constructor(options: DemoOptions, media: Media, server: Server, address: string) {
    this.address = address;
    this.token = options.token ?? randomBytes(16).toString('hex');
    this.#now = options.now ?? Date.now;
    this.#server = server;
    this.#segmentSeconds = options.fast === true ? 1 : 2;
    this.#streams = new Streams(media, this.#segmentSeconds);
    const now = this.#now();
    const start = catalogue(now, `${address}${MEDIA_PATH}pictures`);
    for (const { id, forSeconds } of start.onAir) this.#streams.start(id, now - forSeconds * 1000);
    this.#entities = new Entities(start, (id) => {
      const folder = `${address}${MEDIA_PATH}live/${encodeURIComponent(id)}`;
      return { hls: `${folder}/master.m3u8`, dash: `${folder}/manifest.mpd` };
    });
    this.#serve();
  }

  /** What the service holds, the live entities first. */
  get entities(): readonly EntityRef[] {
    return this.#entities.refs;
  }

  /** The requests so far, oldest first, of the API and of the media. */
  get requests(): readonly RecordedRequest[] {
    return this.#log.requests;
  }

  /** Ends every connection. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Makes the API misbehave until the returned function, or `clearFaults`, is called. */
  failApi(fault: ApiFault, { operation, ...scope }: ApiScope = {}): ClearFault {
    const target = operation === undefined ? {} : { target: operation };
    return this.#apiFaults.add(fault, { ...scope, ...target }, this.#now());
  }

  /** Makes the streams misbehave until the returned function, or `clearFaults`, is called. */
  failMedia(fault: MediaFault, { part, ...scope }: MediaScope = {}): ClearFault {
    const target = part === undefined ? {} : { target: part };
    return this.#mediaFaults.add(fault, { ...scope, ...target }, this.#now());
  }

  clearFaults(): void {
    this.#apiFaults.clear();
    this.#mediaFaults.clear();
  }

  /** Changes fields of an entity behind the application's back, to odd values too. */
  update(ref: EntityRef, patch: Fields): void {
    this.#entities.patch(ref, patch);
  }

  /** Makes the service forget an entity, and its stream. */
  remove(ref: EntityRef): void {
    this.#entities.remove(ref);
    if (ref.kind === 'live') this.#streams.stop(ref.id);
  }

  /** Adds a live entity that is ready and has no preset; `fields` are those of section 2. */
  addLive(fields: Fields & { readonly id: string }, presetId: string | null = null): EntityRef {
    const at = timestamp(this.#now());
    const ready = { name: fields.id, description: '', dvr: false, encode: false, relay: [] };
    const stamps = { status: 'ready', created_at: at, updated_at: at };
    this.#entities.addLive({ ...ready, ...stamps, ...fields }, presetId);
    return { kind: 'live', id: fields.id };
  }

  /** An encoder begins to send; when one did already, it starts again with segment 0. */
  startEncoder(id: string): void {
    // Three segments at once, as a player waits for that many.
    this.#streams.start(id, this.#now() - 3 * this.#segmentSeconds * 1000);
    this.#entities.patch({ kind: 'live', id }, { status: 'broadcasting' });
  }

  /** The encoder leaves: the status is `ready` and the playback addresses answer 404. */
  stopEncoder(id: string): void {
    this.#streams.stop(id);
    this.#entities.patch({ kind: 'live', id }, { status: 'ready' });
  }

  #serve(): void {
    const api = new ApiServer(this.token, this.#entities, this.#apiFaults, this.#now);
    const media = new MediaServer(this.#streams, this.#mediaFaults, this.#now);
    const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await bodyOf(request);
      this.#log.add(request, body ?? '', this.token, this.#now());
      if (request.url?.startsWith(MEDIA_PATH)) await media.serve(request, response);
      else await api.serve(request, response, body);
    };
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      handle(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else sendAnswer(response, breakdown());
      });
    });
  }
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('The server has no port'));
      else resolve(`http://127.0.0.1:${bound.port}`);
    });
  });
}

/** The whole body as text, or null past the limit. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return bytes > BODY_LIMIT_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}
