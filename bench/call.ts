import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Application } from '../src/main/application.ts';
import { type Outcome, inPairs } from './pairs.ts';

const callsEachTime = 1_000;
const done = (): Promise<void> => Promise.resolve();

/** The CPU of a typed call, from the contract to the wire, beside the same request by fetch. */
export async function benchCall(root: string): Promise<Outcome> {
  const service = spawn(process.execPath, [join(root, 'scripts', 'service.mjs'), '--port', '0']);
  const userDataDir = mkdtempSync(join(tmpdir(), 'tally-bench-'));
  const { address, token, id } = await readyLines(service.stdout);
  const app = new Application(
    {
      userDataDir,
      resourcesDir: join(root, 'resources'),
      version: 'bench',
      demo: false,
      open: null,
    },
    {
      name: 'chromium',
      fetch,
      clipboard: { write: done, read: () => Promise.resolve(''), clear: done },
      openLink: done,
      saveFile: () => Promise.resolve(null),
      allowCrossOrigin: done,
      showAlarms: () => undefined,
    },
  );
  try {
    await app.start();
    await wanted(app, 'connection.add', { name: 'Bench', address, token, keep: 'memory' });
    await wanted(app, 'library.add', { kind: 'live', text: id });
    const taken = await inPairs(
      15,
      () =>
        cpuOf(async () => {
          await wanted(app, 'live.refresh', { id });
        }),
      () =>
        cpuOf(async () => {
          const answer = await fetch(`${address}/v1/live_entities/${encodeURIComponent(id)}`, {
            headers: { Authorization: token },
          });
          if ((await answer.text()).length < 100) throw new Error('no entity');
        }),
    );
    return {
      what: 'CPU of a typed call through contract, handlers and client',
      against: 'bare fetch',
      reach: 1.5,
      unit: `ms for ${callsEachTime}`,
      ...taken,
    };
  } finally {
    await app.stop();
    service.kill();
    await once(service, 'exit');
    rmSync(userDataDir, { recursive: true, force: true });
  }
}

async function wanted(app: Application, name: string, args: unknown): Promise<void> {
  const result = await app.call(name, args);
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
}

async function cpuOf(act: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < callsEachTime; n += 1) await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function readyLines(
  output: NodeJS.ReadableStream,
): Promise<{ address: string; token: string; id: string }> {
  const found: Record<string, string> = {};
  for await (const line of createInterface({ input: output })) {
    const [, key, value] = /^\s*(address|token|live)\W+(\S+)/i.exec(line) ?? [];
    if (key !== undefined && value !== undefined) found[key.toLowerCase()] ??= value;
    const { address, token, live } = found;
    if (address !== undefined && token !== undefined && live !== undefined)
      return { address, token, id: live };
  }
  throw new Error('The service ended before it was ready.');
}
