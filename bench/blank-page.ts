import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../src/main/desktop/find-browser.ts';

/*
 * The same host with nothing of Tally in it: a blank page, or the page at an address.
 * Usage: blank-page.ts FOLDER [PORT ADDRESS], PORT being one for a debugger.
 */

const [folder = '', port, address] = process.argv.slice(2);

const executablePath = findBrowser({
  platform: process.platform,
  env: process.env,
  exists: existsSync,
});
if (executablePath === null) throw new Error('No browser is installed.');
const context = await chromium.launchPersistentContext(folder, {
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    '--app=data:text/html,blank',
    '--autoplay-policy=no-user-gesture-required',
    '--window-size=1280,860',
    ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
  ],
  viewport: null,
});
const page = context.pages()[0] ?? (await context.waitForEvent('page'));
await page.route('http://tally.localhost/**', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Blank</title>' }),
);
if (address !== undefined)
  await context.grantPermissions(['local-network-access'], { origin: new URL(address).origin });
await page.goto(address ?? 'http://tally.localhost/');
console.log('ready');
process.once('SIGTERM', () => {
  void context.close().then(() => process.exit(0));
});
