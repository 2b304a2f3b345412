import { AxeBuilder } from '@axe-core/playwright';
import type { DemoService } from '../../src/main/demo/service.ts';
import { expect, test } from '../fixtures.ts';
import type { Tally } from '../tally.ts';

const names = ['Arena cam', 'Lobby', 'Press room'] as const;
const idOf = (name: string): string => `wall_${name.replace(' ', '_').toLowerCase()}`;

/** A busy computer drops frames and stalls: here that makes no stream fail. */
async function excuseThisComputer({ page }: Tally): Promise<void> {
  await page.evaluate(async () => {
    const { tally } = window as unknown as {
      tally: { call(name: string, args: unknown): Promise<{ value: { thresholds: object } }> };
    };
    const { value } = await tally.call('watch.settings', {});
    const smooth = { droppedWarningPercent: 100, droppedFailingPercent: 100, stallsPerMinute: 60 };
    await tally.call('watch.set', { ...value, thresholds: { ...value.thresholds, ...smooth } });
  });
}

/** Three streams on air, and one that isn't, on a wall of which all pictures move. */
async function openWall(tally: Tally, service: DemoService): Promise<void> {
  for (const name of [...names, 'Rehearsal hall']) service.addLive({ id: idOf(name), name });
  for (const name of names) service.startEncoder(idOf(name));
  await tally.connectScreen.connect(service);
  await excuseThisComputer(tally);
  await tally.library.add([...names, 'Rehearsal hall'].map(idOf).join('\n'));
  await tally.wall.open();
  await expect(tally.wall.tiles).toHaveCount(3, { timeout: 30_000 });
  await expect.poll(() => tally.wall.moving(), { timeout: 30_000 }).toBe(3);
  await expect.poll(() => tally.wall.names(), { timeout: 20_000 }).toEqual([...names]);
}

/** What fails on a busy computer takes no other place then. */
async function keepPlaces({ wall }: Tally): Promise<void> {
  await wall.failingFirst.click();
  await expect(wall.failingFirst).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => wall.names()).toEqual([...names]);
}

test.beforeEach(async ({ tally, service }) => {
  test.slow();
  await openWall(tally, service);
});

test('all on air have a moving picture, a verdict in words and no sound', async ({ tally }) => {
  const { wall } = tally;
  await expect(wall.tile('Lobby')).toContainText(/behind|here/, { timeout: 30_000 });
  expect(await wall.audible()).toBe(0);
  await wall.choice('4 tiles').check();
  await expect(wall.tile('Rehearsal hall')).toContainText('Not on air');
});

test('a failing stream comes first, keeps its last picture with its age, and recovers', async ({
  tally,
  service,
}) => {
  const { wall } = tally;
  const clear = service.failMedia({ kind: 'answer', status: 404 }, { id: idOf('Press room') });
  const failing = wall.tile('Press room');
  await expect(failing).toContainText(/picture \d+ s old/, { timeout: 40_000 });
  await expect(failing.locator('canvas')).toBeVisible();
  await expect(failing).toContainText(/Failing: /, { timeout: 40_000 });
  await expect
    .poll(() => wall.names(), { timeout: 20_000 })
    .toEqual(['Press room', 'Arena cam', 'Lobby']);
  await wall.failingOnly.press('Enter');
  await expect(wall.failingOnly).toHaveAttribute('aria-pressed', 'true');
  await expect(wall.tiles).toHaveCount(1);
  clear();
  await expect(tally.page.getByRole('heading', { name: 'Nothing is failing' })).toBeVisible({
    timeout: 60_000,
  });
  await wall.failingOnly.press('Enter');
  await expect.poll(() => wall.moving(), { timeout: 40_000 }).toBe(3);
});

test('fixed places stay as they are when a stream fails', async ({ tally, service }) => {
  const { wall } = tally;
  await keepPlaces(tally);
  service.failMedia({ kind: 'answer', status: 404 }, { id: idOf('Press room') });
  await expect(wall.tile('Press room')).toContainText(/Failing: /, { timeout: 40_000 });
  await expect(wall.tile('Press room')).toContainText(/picture \d+ s old/, { timeout: 40_000 });
  expect(await wall.names()).toEqual([...names]);
});

test('a number key gives one tile the sound, and takes it again', async ({ tally }) => {
  const { wall, page } = tally;
  await keepPlaces(tally);
  await page.keyboard.press('2');
  await expect(wall.face('Lobby')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => wall.audible()).toBe(1);
  await page.keyboard.press('3');
  await expect(wall.face('Press room')).toHaveAttribute('aria-pressed', 'true');
  await expect(wall.face('Lobby')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => wall.audible()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => wall.audible()).toBe(0);
  await wall.face('Arena cam').click();
  await expect.poll(() => wall.audible()).toBe(1);
  await wall.face('Arena cam').click();
  await expect.poll(() => wall.audible()).toBe(0);
});

test('tiles are reached with the arrow keys, and Enter opens a stream', async ({ tally }) => {
  const { wall, page } = tally;
  await keepPlaces(tally);
  await wall.face('Arena cam').focus();
  await page.keyboard.press('ArrowRight');
  await expect(wall.face('Lobby')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(wall.face('Press room')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(wall.face('Arena cam')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(wall.face('Lobby')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(tally.live.heading('Lobby')).toBeFocused();
  await page.goBack();
  await expect(wall.face('Lobby')).toBeFocused();
  await wall.open();
  await wall.face('Press room').dblclick();
  await expect(tally.live.heading('Press room')).toBeVisible();
});

test('pages turn by key and by button, and tiles out of sight hold no player', async ({
  tally,
}) => {
  const { wall, page } = tally;
  await wall.choice('1 tile').check();
  await expect(wall.tiles).toHaveCount(1);
  await expect(wall.pages).toContainText('Page 1 of 4');
  await page.keyboard.press('PageDown');
  await expect(wall.pages).toContainText('Page 2 of 4');
  await expect(wall.tile('Lobby')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(1);
  await wall.pages.getByRole('button', { name: 'Previous page' }).click();
  await expect(wall.tile('Arena cam')).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(wall.pages).toContainText('Page 1 of 4');
});

test('the choice of tiles is remembered', async ({ tally }) => {
  const { wall, page } = tally;
  await wall.choice('1 tile').check();
  await page.reload();
  await expect(wall.choice('1 tile')).toBeChecked();
  await expect(wall.tiles).toHaveCount(1);
});

test('a tile that is scrolled out of sight lets go of its player, and plays again', async ({
  tally,
}) => {
  const { wall, page } = tally;
  await page.setViewportSize({ width: 360, height: 420 });
  await expect(wall.tile('Arena cam').locator('video')).toHaveCount(1);
  await wall.tile('Press room').scrollIntoViewIfNeeded();
  await page.mouse.move(180, 300);
  await page.mouse.wheel(0, 5_000);
  await expect(wall.tile('Press room').locator('video')).toHaveCount(1);
  await expect(wall.tile('Arena cam').locator('video')).toHaveCount(0);
  await page.mouse.wheel(0, -5_000);
  await expect(wall.tile('Arena cam').locator('video')).toHaveCount(1);
  await expect.poll(() => wall.moving(), { timeout: 30_000 }).toBeGreaterThan(0);
});

test('the wall fills the screen and leaves it with Escape', async ({ tally }) => {
  const { wall, page } = tally;
  await wall.fullScreen.click();
  await expect(wall.fullScreen).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(wall.fullScreen).toHaveAttribute('aria-pressed', 'false');
});

for (const colorScheme of ['dark', 'light'] as const)
  test(`the wall has no findings of accessibility in the ${colorScheme} theme`, async ({
    tally,
    service,
  }) => {
    const { wall, page } = tally;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    service.failMedia({ kind: 'answer', status: 404 }, { id: idOf('Press room') });
    await expect(wall.tile('Press room')).toContainText(/Failing: /, { timeout: 40_000 });
    await page.keyboard.press('1');
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ).toEqual([]);
  });
