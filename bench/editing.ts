import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { DemoService } from '../src/main/demo/service.ts';
import { type Outcome, inPairs } from './pairs.ts';
import { RunningTally, call } from './tally.ts';

const requestMs = 60;
const keys = 40;
/** Longer than the pause after which a draft is kept, so that each key's whole work is counted. */
const betweenKeysMs = 450;

interface Service {
  readonly address: string;
  readonly token: string;
}

/** The way to the review, and typing, each with few relays and with 500. */
export async function benchEditing(root: string): Promise<Outcome[]> {
  const service = await DemoService.start({ mediaDir: join(root, 'resources', 'demo') });
  service.failApi({ kind: 'late', ms: requestMs }, { operation: 'retrieve-live' });
  const tally = await RunningTally.start(root, []);
  try {
    const outcomes: Outcome[] = [];
    for (const relays of [2, 500]) {
      const id = `live_bench_${relays}`;
      service.addLive({ id, relay: Array.from({ length: relays }, (_, index) => relay(index)) });
      await connect(tally.page, service, id);
      await openForm(tally.page, id);
      outcomes.push(
        {
          what: `from “Review changes” to the comparison, ${relays} relays`,
          against: 'one request that reads the live entity',
          judged: 'over',
          reach: 50,
          unit: 'ms',
          ...(await inPairs(
            9,
            () => reviewed(tally.page),
            () => read(service, id),
          )),
        },
        await typed(tally.page, relays),
      );
    }
    return outcomes;
  } finally {
    await tally.stop();
    await service.stop();
  }
}

const relay = (index: number): object => ({
  id: `relay_${index}`,
  name: `Partner ${index}`,
  url: `rtmp://partner-${index}.example.com/live`,
  key: `key-${index}-abcdef`,
  status: 'enable',
});

async function connect(page: Page, { address, token }: Service, id: string): Promise<void> {
  if ((await page.getByRole('navigation', { name: 'Library' }).count()) === 0)
    await call(page, 'connection.add', { name: 'Bench', address, token, keep: 'memory' });
  await call(page, 'library.add', { kind: 'live', text: id });
  await call(page, 'live.refresh', { id });
}

/** Opens the form with a draft in which every relay is renamed. */
async function openForm(page: Page, id: string): Promise<void> {
  const { fields, baseId } = await call<{
    fields: { relays: { name: string }[] };
    baseId: string;
  }>(page, 'draft.open', { kind: 'live', id });
  const relays = fields.relays.map((one) => ({ ...one, name: `${one.name} again` }));
  await call(page, 'draft.keep', { kind: 'live', id, baseId, fields: { ...fields, relays } });
  await page.evaluate((id) => {
    location.hash = `#/live/${id}/edit`;
  }, id);
  await page.getByRole('group', { name: `Relay ${relays.length}`, exact: true }).waitFor();
}

/** From the click to the frame that shows the table, in milliseconds. */
async function reviewed(page: Page): Promise<number> {
  const button = await page.getByRole('button', { name: 'Review changes' }).elementHandle();
  const took = await page.evaluate(
    (button) =>
      new Promise<number>((done) => {
        const watch = (): void => {
          if (document.querySelector('[role="dialog"] table tbody tr') === null) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.now() - began);
            port2.postMessage(null);
          });
        };
        const observer = new MutationObserver(watch);
        observer.observe(document.body, { childList: true, subtree: true });
        const began = performance.now();
        (button as HTMLElement).click();
        watch();
      }),
    button,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return took;
}

async function read({ address, token }: Service, id: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${address}/v1/live_entities/${id}`, {
    headers: { Authorization: token },
  });
  await answer.json();
  return performance.now() - began;
}

/** Script time of each key pressed in a relay's name, beside as long a pause without a key. */
async function typed(page: Page, relays: number): Promise<Outcome> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const field = page.getByRole('textbox', { name: 'Relay name' }).nth(Math.floor(relays / 2));
  await field.click();
  const over = async (act: () => Promise<void>): Promise<number> => {
    const before = await scriptMs(session);
    await act();
    await page.waitForTimeout(betweenKeysMs);
    return (await scriptMs(session)) - before;
  };
  const taken = await inPairs(
    keys,
    () => over(() => page.keyboard.press('x')),
    () => over(() => Promise.resolve()),
  );
  await session.detach();
  return {
    what: `script for a key typed in a form with ${relays} relays, keeping the draft included`,
    against: 'the same time without a key',
    judged: 'over',
    reach: 16,
    unit: 'ms',
    ...taken,
  };
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN) * 1_000;
}
