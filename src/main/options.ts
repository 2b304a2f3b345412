import { parseArgs } from 'node:util';
import type { EntityKind, EntityRef } from '../shared/entities.ts';

export interface Options {
  /** null: Electron if its binary is there, else Chromium. */
  readonly host: 'electron' | 'chromium' | null;
  readonly demo: boolean;
  readonly open: EntityRef | null;
  /** null: the platform's usual folder. */
  readonly userDataDir: string | null;
  readonly headless: boolean;
  readonly remoteDebuggingPort: number | null;
}

type Asked =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

/** The exit code for options that can't be understood. */
export const exitWrongOptions = 2;

export const usage =
  'Usage: npm start -- [--host electron|chromium] [--demo] [--open live/ID] [--user-data-dir DIR]' +
  ' [--headless] [--remote-debugging-port N] [--help] [--version]';

export const help = `${usage}

  --host electron|chromium    the host; by default Electron if it is there, else Chromium
  --demo                      connect to the embedded demo at once
  --open KIND/ID              show an entity; KIND is live, video or preset; write % in ID as %25
  --user-data-dir DIR         keep everything in DIR; one Tally runs for each folder
  --headless                  no window (Chromium host only)
  --remote-debugging-port N   let a debugger in at this port of the loopback address; 0 picks one
  --help                      print this
  --version                   print the version`;

/** Reads the command line; whatever isn't understood is said, never skipped. */
export function parseOptions(args: readonly string[]): Asked {
  let values: ReturnType<typeof split>;
  try {
    values = split(args);
  } catch (error) {
    return wrong(problemOf(error));
  }
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };

  const host = values.host ?? null;
  if (host !== null && host !== 'electron' && host !== 'chromium')
    return wrong(`--host is electron or chromium, not “${host}”.`);
  const headless = values.headless ?? false;
  if (headless && host === 'electron') return wrong('--headless works in the Chromium host only.');
  const userDataDir = values['user-data-dir'] ?? null;
  if (userDataDir === '') return wrong('--user-data-dir needs the path of a folder.');
  const port = values['remote-debugging-port'];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return wrong(`--remote-debugging-port is a number from 0 to 65535, not “${port}”.`);
  const open = values.open === undefined ? null : refOf(values.open);
  if (typeof open === 'string') return wrong(open);

  return {
    kind: 'run',
    options: {
      host,
      demo: values.demo ?? false,
      open,
      userDataDir,
      headless,
      remoteDebuggingPort: port === undefined ? null : Number(port),
    },
  };
}

/** The command line that gives these options, without the host. */
export function argumentsFor(options: Options): string[] {
  const { demo, open, userDataDir, headless, remoteDebuggingPort: port } = options;
  return [
    ...(demo ? ['--demo'] : []),
    ...(open === null ? [] : [`--open=${open.kind}/${encodeURIComponent(open.id)}`]),
    ...(userDataDir === null ? [] : [`--user-data-dir=${userDataDir}`]),
    ...(headless ? ['--headless'] : []),
    ...(port === null ? [] : [`--remote-debugging-port=${port}`]),
  ];
}

const split = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: false,
    options: {
      host: { type: 'string' },
      demo: { type: 'boolean' },
      open: { type: 'string' },
      'user-data-dir': { type: 'string' },
      headless: { type: 'boolean' },
      'remote-debugging-port': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  }).values;

const wrong = (message: string): Asked => ({ kind: 'wrong', message });

/** The first sentence of what parseArgs says; the rest is advice for programmers. */
function problemOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return `${said.split(/\.\s|\n/)[0]?.replace(/\.$/, '') ?? said}.`;
}

const kinds: readonly string[] = ['live', 'video', 'preset'] satisfies EntityKind[];
const longestId = 5_000;

function refOf(text: string): EntityRef | string {
  const [kind = '', ...rest] = text.split('/');
  const encoded = rest.join('/');
  if (!isKind(kind) || encoded === '')
    return `--open is live/ID, video/ID or preset/ID, not “${text.slice(0, 100)}”.`;
  try {
    const id = decodeURIComponent(encoded);
    if (id.length > longestId)
      return `--open: the identifier is longer than ${longestId} characters.`;
    return { kind, id };
  } catch {
    return '--open: the identifier isn’t percent-encoded properly; write % as %25.';
  }
}

const isKind = (kind: string): kind is EntityKind => kinds.includes(kind);

/** Whether a message from another process names an entity; null when it doesn't. */
export function readRef(value: unknown): EntityRef | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value))
    return null;
  const { kind, id } = value;
  if (typeof kind !== 'string' || !isKind(kind) || typeof id !== 'string') return null;
  return id.length > 0 && id.length <= longestId ? { kind, id } : null;
}
