import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/**
 * A built application in a temporary folder: the real preload script and a page
 * that reports what it may do as a call named `report`.
 */
export async function buildSmallApp(): Promise<string> {
  const appDir = mkdtempSync(join(tmpdir(), 'tally-app-'));
  const renderer = join(appDir, 'out', 'renderer');
  mkdirSync(renderer, { recursive: true });
  writeFileSync(
    join(renderer, 'index.html'),
    '<!doctype html><title>Tally</title><script type="module" src="/page.js"></script>',
  );
  writeFileSync(join(renderer, 'page.js'), page);
  writeFileSync(join(renderer, 'worker.js'), 'postMessage("alive")');
  await build({
    configFile: false,
    logLevel: 'error',
    root: resolve(import.meta.dirname, '../../../..'),
    build: {
      outDir: join(appDir, 'out', 'preload'),
      rolldownOptions: {
        input: resolve(import.meta.dirname, '../../../preload/chromium.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  });
  return appDir;
}

const page = `
const outcome = async (act) => { try { return await act(); } catch (error) { return error.name; } };
tally.listen((message) => tally.call('pushed', message));
await tally.call('app.state', {});
await tally.call('report', {
  isSecure: isSecureContext,
  node: [typeof require, typeof process],
  eval: await outcome(() => eval('1')),
  popup: await outcome(async () => {
    const popup = window.open('https://example.com');
    for (let waited = 0; waited < 100 && popup?.closed === false; waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return popup === null || popup.closed ? 'closed' : 'open';
  }),
  inline: await outcome(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.head.append(script);
    return window.inlineRan === true;
  }),
  outside: await outcome(async () => (await fetch('/%2e%2e%2fpackage.json')).status),
  worker: await outcome(() => new Promise((resolve) => {
    new Worker('/worker.js').onmessage = ({ data }) => resolve(data);
  })),
  clipboard: await outcome(() => navigator.clipboard.readText()),
  permissions: Object.fromEntries(await Promise.all(
    ['local-network', 'loopback-network', 'geolocation', 'notifications', 'clipboard-read'].map(
      async (name) => [name, (await navigator.permissions.query({ name })).state],
    ),
  )),
});
const [copied, cleared] = (await tally.call('clipboard', {})).value;
const { value: address } = await tally.call('stream', {});
const media = await outcome(async () => (await fetch(address)).text());
const closed = (init) => outcome(async () => (await fetch(address + 'closed', init)).text());
const headed = { headers: { 'X-Asked': 'first, so with a preflight' } };
const before = await closed();
await tally.call('allow', {});
const allowed = [await closed(), await closed(headed), await outcome(async () => (await fetch(address)).text())];
await tally.call('disallow', {});
await tally.call('later', {
  copied,
  cleared,
  media,
  closed: [before, ...allowed, await closed()],
  localNetwork: (await navigator.permissions.query({ name: 'local-network' })).state,
  clipboard: await outcome(() => navigator.clipboard.readText()),
});
if (sessionStorage.left === undefined) {
  sessionStorage.left = 'once';
  location.href = address + 'leave';
  await fetch(address);
  await tally.call('stayed', location.href);
  location.href = 'about:blank';
}
`;
