import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

/** Every form in which a secret could lie about. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

test('token and keys are nowhere: not in files, not in the page, not in what reached it', async ({
  tally,
  service,
}) => {
  const secrets = [service.token, morningShow.streamKey, morningShow.relayKey];
  await noteMessages(tally.page);
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.live.button('Show the answer').click();
  await expect(tally.live.answer).toContainText('"ingest"');
  await tally.page.keyboard.press('Escape');
  await tally.live.button('Copy stream key').click();
  await tally.live.button('Copy as cURL').click();
  service.failApi({
    kind: 'answer',
    status: 500,
    body: { message: `echo ${service.token}`, error_type: 'api_error' },
  });
  await tally.live.button('Refresh').click();
  await expect(tally.page.getByText(/echo/).first()).toBeVisible();
  const html = await tally.page.content();
  const messages = await tally.page.evaluate(() => (window as unknown as Noting).noted.join('\n'));
  await tally.stop();

  expect(messages).toContain('Morning show');
  const places = { page: html, messages, ...filesBelow(tally.userDataDir) };
  for (const [place, content] of Object.entries(places))
    for (const form of secrets.flatMap(formsOf))
      expect(content.includes(form), `${form} in ${place}`).toBe(false);
});

interface Noting {
  noted: string[];
  tally: { call(name: string, args: unknown): Promise<unknown> };
  __tallyPush(json: string): void;
}

/** Keeps all that main tells the page, as text, in the page itself. */
async function noteMessages(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noting = window as unknown as Noting;
    const { tally, __tallyPush: push } = noting;
    const call = tally.call.bind(tally);
    noting.noted = [];
    noting.__tallyPush = (json) => {
      noting.noted.push(json);
      push(json);
    };
    tally.call = async (name, args) => {
      const answer = await call(name, args);
      noting.noted.push(JSON.stringify(answer));
      return answer;
    };
  });
}

function filesBelow(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      found[path] = readFileSync(path, 'latin1');
    }
  return found;
}
