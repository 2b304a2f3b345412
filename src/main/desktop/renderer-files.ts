import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Serves the built page: files of one folder, and never anything outside of it. */
export class RendererFiles {
  readonly #folder: string;
  readonly #policy: string;

  constructor(folder: string, policy: string) {
    this.#folder = folder;
    this.#policy = policy;
  }

  /** The file for an address; 404 with a few words for everything that isn't there. */
  async answer(address: string): Promise<FileAnswer> {
    const file = await this.#find(address);
    const body = file === null ? null : await readFile(file).catch(() => null);
    if (file === null || body === null)
      return this.#answerOf(404, types['.txt'], Buffer.from('There is no such file.'));
    return this.#answerOf(200, types[extname(file).toLowerCase()], body);
  }

  async #find(address: string): Promise<string | null> {
    const parts = partsOf(address);
    if (parts === null) return null;
    try {
      const folder = await realpath(this.#folder);
      const file = await realpath(join(folder, ...parts));
      return file.startsWith(folder + sep) ? file : null;
    } catch {
      return null;
    }
  }

  #answerOf(status: number, type: string | undefined, body: Buffer): FileAnswer {
    const headers = {
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Security-Policy': this.#policy,
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    };
    return { status, headers, body };
  }
}

/** The names of a path, decoded; null when one of them could mean another folder. */
function partsOf(address: string): string[] | null {
  const path = URL.parse(address)?.pathname;
  if (path === undefined) return null;
  if (path === '/' || path === '') return ['index.html'];
  try {
    const parts = path.slice(1).split('/').map(decodeURIComponent);
    return parts.every(isPlainName) ? parts : null;
  } catch {
    return null;
  }
}

/** A colon would name a drive or a stream of a file on Windows. */
const isPlainName = (name: string): boolean =>
  name !== '' && !name.startsWith('.') && !/[/\\:\0]/.test(name);
