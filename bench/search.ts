import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CDPSession } from 'playwright';
import { DemoService } from '../src/main/demo/service.ts';
import { type Outcome, medianOf } from './pairs.ts';
import { RunningTally, call } from './tally.ts';

const most = 10_000;
const least = 100;
const rounds = 11;
/** Long enough for the frame of a key, and for what was put off, to be over. */
const betweenKeysMs = 120;

/**
 * Typed key by key, then taken back key by key. The first fills the sidebar in both
 * libraries; the second leaves few rows of the short one, or none, and many of the long.
 */
const words = [
  { typed: 'morning', drawn: 'as many rows drawn in both' },
  { typed: 'news 7', drawn: 'fewer rows, or none, drawn in the short one' },
] as const;
const keys = words.flatMap(({ typed }) => [
  ...Array.from(typed),
  ...Array.from(typed, () => 'Backspace'),
]);

interface Key {
  /** From the event to the end of the frame that shows what it did, in milliseconds. */
  readonly frame: number;
  /** CPU time of all that the page's main thread did, in milliseconds. */
  readonly work: number;
}

/** Searching the library key by key, in a list of 10,000 beside the same list with 100. */
export async function benchSearch(root: string): Promise<Outcome[]> {
  const service = await DemoService.start({ mediaDir: join(root, 'resources', 'demo') });
  const sides: Side[] = [];
  try {
    const ours = await Side.start(root, service, most);
    sides.push(ours);
    const bare = await Side.start(root, service, least);
    sides.push(bare);
    const taken: Pair[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const [first, second] = round % 2 === 0 ? [ours, bare] : [bare, ours];
      const one = await first.search();
      const other = await second.search();
      // The first round is not counted.
      if (round > 0) taken.push(round % 2 === 0 ? [one, other] : [other, one]);
    }
    let from = 0;
    return words.flatMap(({ typed, drawn }) => {
      const to = from + 2 * typed.length;
      const pairs = taken.map(([ours, bare]): Pair => [ours.slice(from, to), bare.slice(from, to)]);
      const what = `“${typed}”, ${drawn}`;
      from = to;
      return [
        worst(`${what}: from a key to the painted frame`, typed, 'frame', pairs),
        worst(`${what}: the page’s CPU for a key`, typed, 'work', pairs),
      ];
    });
  } finally {
    for (const side of sides) await side.stop();
    await service.stop();
  }
}

/** What the keys of one round took in the long list and in the short one. */
type Pair = readonly [readonly Key[], readonly Key[]];

/** The key that takes most, as a median over the rounds, beside the same key in the short list. */
function worst(what: string, typed: string, figure: keyof Key, pairs: readonly Pair[]): Outcome {
  const count = 2 * typed.length;
  const of = (side: 0 | 1, key: number): number[] =>
    pairs.map((pair) => pair[side][key]?.[figure] ?? NaN);
  const ratios = Array.from({ length: count }, (_, key) => {
    const bare = of(1, key);
    return medianOf(of(0, key).map((value, pair) => value / (bare[pair] ?? NaN)));
  });
  const index = ratios.indexOf(Math.max(...ratios));
  const typing = index < typed.length ? `“${typed[index]}”` : 'Backspace';
  return {
    what: `search in a library of ${most.toLocaleString('en')}, ${what}, the worst is key ${index + 1} of ${count}, ${typing}`,
    against: `the same list with ${least}`,
    reach: 1.2,
    unit: 'ms',
    ours: of(0, index),
    bare: of(1, index),
  };
}

/** A Tally with so many entities in its library. */
class Side {
  readonly #tally: RunningTally;
  readonly #session: CDPSession;

  private constructor(tally: RunningTally, session: CDPSession) {
    this.#tally = tally;
    this.#session = session;
  }

  static async start(root: string, service: DemoService, count: number): Promise<Side> {
    const tally = await RunningTally.start(root, []);
    const { page, userDataDir } = tally;
    const { address, token } = service;
    const add = (name: string): Promise<{ id: string }> =>
      call(page, 'connection.add', { name, address, token, keep: 'memory' });
    const { id } = await add('Bench');
    fill(userDataDir, id, count);
    // A library is read from the disk when its connection becomes the active one.
    await add('Another');
    await call(page, 'connection.activate', { id });
    await page.getByRole('navigation', { name: 'Library' }).getByRole('link').first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Side(tally, session);
  }

  /** What each key took. */
  async search(): Promise<Key[]> {
    const { page } = this.#tally;
    await page.getByRole('searchbox', { name: 'Search library' }).click();
    await page.waitForTimeout(betweenKeysMs);
    const taken: Key[] = [];
    for (const key of keys) {
      const before = await this.#busyMs();
      const frame = page.evaluate(untilPainted);
      // What waits in the page is there before the key is.
      await page.evaluate(() => undefined);
      await page.keyboard.press(key);
      const took = await frame;
      await page.waitForTimeout(betweenKeysMs);
      taken.push({ frame: took, work: (await this.#busyMs()) - before });
    }
    return taken;
  }

  stop(): Promise<void> {
    return this.#tally.stop();
  }

  async #busyMs(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  }
}

/** Runs in the page: from the next key's event to the end of the frame after it. */
const untilPainted = (): Promise<number> =>
  new Promise((done) => {
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        addEventListener(
          'input',
          () => {
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => done(performance.now() - timeStamp);
              port2.postMessage(null);
            });
          },
          { capture: true, once: true },
        );
      },
      { capture: true, once: true },
    );
  });

const times = ['Morning', 'Breakfast', 'Sunday'];
const shows = ['show', 'news', 'service', 'concert', 'rehearsal', 'talk', 'debate'];
const of = (words: readonly string[], index: number): string => words[index % words.length] ?? '';

const nameOf = (index: number): string =>
  `${of(times, index)} ${of(shows, Math.floor(index / times.length))} ${index + 1}`;

/** Seven of ten are live entities, the others videos and a few presets. */
const kindOf = (index: number): string =>
  index % 10 < 7 ? 'live' : index % 20 < 19 ? 'video' : 'preset';

/** Writes the library of a connection as Tally keeps it: names come from answers otherwise. */
function fill(userDataDir: string, connection: string, count: number): void {
  const db = new DatabaseSync(join(userDataDir, 'tally.db'), { timeout: 5_000 });
  const insert = db.prepare(
    "INSERT INTO entity (connection, kind, id, name, state) VALUES (?, ?, ?, ?, 'known')",
  );
  db.exec('BEGIN');
  for (let index = 0; index < count; index += 1)
    insert.run(connection, kindOf(index), `entity_${index}`, nameOf(index));
  db.exec('COMMIT');
  db.close();
}
