import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { Sample } from './soak-verdict.ts';

const leavesWithinMs = 60_000;

export const megabytes = (bytes: number): number => bytes / 1_048_576;

/** The page, looked into by the debugging protocol. */
export class PageWatch {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<PageWatch> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new PageWatch(page, session);
  }

  async figures(): Promise<Omit<Sample, 'seconds' | 'probed' | `main${string}` | 'timers'>> {
    const playing = await this.#playing();
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return {
      pageHeap: megabytes(usedSize),
      nodes: metrics.find(({ name }) => name === 'Nodes')?.value ?? NaN,
      videos: await this.#alive('HTMLVideoElement'),
      mediaSources: await this.#alive('MediaSource'),
      playing,
    };
  }

  /** What is still alive once every player should have been released. */
  async playersLeft(): Promise<{ videos: number; mediaSources: number }> {
    const until = Date.now() + leavesWithinMs;
    for (;;) {
      await delay(2_000);
      const left = {
        videos: await this.#alive('HTMLVideoElement'),
        mediaSources: await this.#alive('MediaSource'),
      };
      if ((left.videos <= 1 && left.mediaSources <= 1) || Date.now() > until) return left;
    }
  }

  /** Pictures of the wall that move on within a moment. */
  #playing(): Promise<number> {
    return this.#page.evaluate(async () => {
      const videos = [...document.querySelectorAll<HTMLVideoElement>('main video')];
      const before = videos.map(({ currentTime }) => currentTime);
      await new Promise((done) => setTimeout(done, 1_000));
      return videos.filter(({ currentTime }, at) => currentTime !== before[at]).length;
    });
  }

  /** Collects garbage before it counts. */
  async #alive(type: string): Promise<number> {
    const objectGroup = 'soak';
    const prototype = await this.#session.send('Runtime.evaluate', {
      expression: `${type}.prototype`,
      objectGroup,
    });
    const { objects } = await this.#session.send('Runtime.queryObjects', {
      prototypeObjectId: prototype.result.objectId ?? '',
      objectGroup,
    });
    const { result } = await this.#session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    await this.#session.send('Runtime.releaseObjectGroup', { objectGroup });
    return Number(result.value);
  }
}
