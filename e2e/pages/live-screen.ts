import type { Locator, Page } from 'playwright/test';

/** The page of one live entity. */
export class LiveScreen {
  readonly page: Page;
  readonly summary: Locator;
  /** The chip beside the name; the summary names a busy machine's dropped frames instead. */
  readonly onAir: Locator;
  readonly preview: Locator;
  readonly video: Locator;
  readonly figures: Locator;
  readonly health: Locator;
  readonly checks: Locator;
  readonly ingest: Locator;
  readonly playback: Locator;
  readonly relays: Locator;
  readonly preset: Locator;
  readonly details: Locator;
  readonly answer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.summary = page.getByRole('status', { name: 'Health summary' });
    this.onAir = page.getByRole('main').getByText('On air', { exact: true }).first();
    this.preview = this.region('Preview');
    this.video = page.getByLabel('Live preview', { exact: true });
    this.figures = page.getByRole('list', { name: 'Preview figures' });
    this.health = this.region('Health');
    this.checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
    this.ingest = this.region('Ingest');
    this.playback = this.region('Playback');
    this.relays = this.region('Relays');
    this.preset = this.region('Preset');
    this.details = this.region('Details');
    this.answer = page.getByRole('dialog', { name: 'Answer' });
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The row of one check; it begins with its verdict. */
  check(name: string): Locator {
    return this.checks.filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** How far the picture is, in seconds of the stream. */
  position(): Promise<number> {
    return this.video.evaluate((video: HTMLVideoElement) => video.currentTime);
  }

  /** Frames shown each second as the browser counts them, over the next 2 s. */
  framesPerSecond(): Promise<number> {
    return this.video.evaluate(async (video: HTMLVideoElement) => {
      const shown = (): number => {
        const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
        return totalVideoFrames - droppedVideoFrames;
      };
      const [began, before] = [performance.now(), shown()];
      await new Promise((done) => setTimeout(done, 2_000));
      return ((shown() - before) / (performance.now() - began)) * 1_000;
    });
  }

  private region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
}
