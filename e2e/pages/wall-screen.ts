import type { Locator, Page } from 'playwright/test';

/** All streams side by side. */
export class WallScreen {
  readonly page: Page;
  readonly heading: Locator;
  readonly tiles: Locator;
  readonly failingOnly: Locator;
  readonly failingFirst: Locator;
  readonly fullScreen: Locator;
  readonly pages: Locator;
  readonly link: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1, name: 'Wall', exact: true });
    this.tiles = page.getByRole('list', { name: 'Streams' }).getByRole('listitem');
    this.failingOnly = page.getByRole('button', { name: 'Failing only', exact: true });
    this.failingFirst = page.getByRole('button', { name: 'Failing first', exact: true });
    this.fullScreen = page.getByRole('button', { name: 'Full screen', exact: true });
    this.pages = page.getByRole('group', { name: 'Pages' });
    this.link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Wall', exact: true });
  }

  async open(): Promise<void> {
    await this.link.click();
    await this.heading.waitFor();
  }

  tile(name: string): Locator {
    return this.tiles.filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  /** What the arrow keys lead to, and what a click gives the sound to. */
  face(name: string): Locator {
    return this.page.getByRole('button', { name: `${name}: sound`, exact: true });
  }

  /** `count` is that of the tiles by hand, or “All on air”. */
  choice(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true });
  }

  /** The names of the tiles in their places. */
  names(): Promise<string[]> {
    return this.tiles.getByRole('link').allInnerTexts();
  }

  /** How many pictures move in the time of a second. */
  async moving(): Promise<number> {
    const positions = (): Promise<number[]> =>
      this.tiles
        .locator('video')
        .evaluateAll((videos: HTMLVideoElement[]) => videos.map(({ currentTime }) => currentTime));
    const before = await positions();
    await new Promise((done) => setTimeout(done, 1_000));
    const after = await positions();
    return after.filter((position, index) => position > (before[index] ?? Infinity)).length;
  }

  /** How many pictures can be heard. */
  audible(): Promise<number> {
    return this.tiles
      .locator('video')
      .evaluateAll((videos: HTMLVideoElement[]) => videos.filter(({ muted }) => !muted).length);
  }
}
