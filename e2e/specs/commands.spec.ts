import { AxeBuilder } from '@axe-core/playwright';
import { morningShow, rehearsal, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
});

test('an entity is found by a part of its name and opened, by keyboard alone', async ({
  tally,
}) => {
  const { commands, page } = tally;
  await tally.library.add(`${morningShow.id}\n${rehearsal.id}\n${studioB.id}`);
  await expect(tally.library.entry(/Rehearsal/)).toBeVisible();
  await commands.type('hears');
  await expect(commands.active).toContainText(rehearsal.name);
  await expect(commands.status).toHaveText('1 result');
  await expect(commands.box).toHaveAttribute(
    'aria-activedescendant',
    (await commands.active.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  await expect(commands.dialog).toBeHidden();
  await expect(tally.live.heading(rehearsal.name)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await commands.type(studioB.id);
  await expect(commands.active).toContainText(studioB.name);
});

test('the arrows, Home and End move, and what was opened before comes first', async ({ tally }) => {
  const { commands, page } = tally;
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.library.add(rehearsal.id);
  await expect(tally.live.heading(rehearsal.name)).toBeVisible();
  await expect(tally.live.ingest).toContainText('rtmp://');
  await commands.type('');
  await expect(commands.active).toContainText(morningShow.name);
  await page.keyboard.press('ArrowUp');
  await expect(commands.options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(commands.options.last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(commands.options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(commands.options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
});

test('an action of what is open is done from it', async ({ tally }) => {
  const { commands, page } = tally;
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await commands.type('copy hls');
  await expect(commands.options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(tally.notices).toContainText('HLS address copied');
  await commands.type('answer');
  await page.keyboard.press('Enter');
  await expect(tally.live.answer).toContainText('"ingest"');
  await page.keyboard.press('Escape');
  await commands.type('outbox');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
});

test('a draft is reviewed and discarded from it, with what was typed last', async ({ tally }) => {
  const { commands, page } = tally;
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await commands.type('edit live');
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Morning show, late');
  await commands.type('review');
  await expect(commands.active).toContainText('Review changes');
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review).toContainText('Morning show, late');
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();
  await commands.type('discard');
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue(morningShow.name);
});

test('Escape closes it and the focus is where it was', async ({ tally }) => {
  const { commands, page } = tally;
  await tally.library.add(morningShow.id);
  await tally.live.button('Show the answer').focus();
  await commands.type('nothing is called like this');
  await expect(commands.status).toHaveText('No results');
  await expect(commands.dialog).toContainText('Nothing matches');
  await page.keyboard.press('Escape');
  await expect(commands.dialog).toBeHidden();
  await expect(tally.live.button('Show the answer')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(commands.box).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(commands.dialog).toBeHidden();
});

test('it stays away while another dialog is open', async ({ tally }) => {
  const { commands, library, page } = tally;
  await library.addButton.click();
  await expect(library.dialog).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(library.identifiers).toBeFocused();
  await expect(commands.dialog).toBeHidden();
});

test('Ctrl or Cmd F searches the library', async ({ tally }) => {
  await expect(tally.library.search).toBeVisible();
  await tally.page.keyboard.press('ControlOrMeta+f');
  await expect(tally.library.search).toBeFocused();
});

test('typing stays quick with 10,000 entries', async ({ tally }) => {
  const { commands, library, page } = tally;
  await library.addButton.click();
  await library.paste(Array.from({ length: 10_000 }, (_, n) => `entity-${n}`).join('\n'));
  await library.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(library.entry(/entity-0\b/)).toBeVisible();
  await commands.type('');
  await expect(commands.status).toContainText('more than shown');
  const medians = await commands.box.evaluate(async (box: HTMLInputElement) => {
    const times = new Map<string, number[]>();
    for (let round = 0; round < 9; round += 1)
      for (const typed of ['e', 'en', 'ent', 'entity-9', 'entity-99', 'tity 9 9', '']) {
        const began = performance.now();
        box.value = typed;
        box.dispatchEvent(new Event('input', { bubbles: true }));
        // The page is changed in a microtask; reading the height has the browser lay it out.
        await new Promise<void>(queueMicrotask);
        box.closest('[role="dialog"]')?.getBoundingClientRect();
        const took = performance.now() - began;
        times.set(typed, [...(times.get(typed) ?? []), took]);
      }
    return [...times.values()].map((all) => all.sort((a, b) => a - b)[4] ?? 0);
  });
  const slowest = Math.max(...medians);
  test.info().annotations.push({ type: 'slowest key', description: `${slowest.toFixed(1)} ms` });
  expect(slowest).toBeLessThan(100);
  await page.keyboard.type('entity-9999');
  await expect(commands.options).toHaveCount(1);
  await expect(commands.active).toContainText('entity-9999');
});

for (const colorScheme of ['dark', 'light'] as const)
  test(`it has no accessibility findings in the ${colorScheme} theme`, async ({ tally }) => {
    const { commands, page } = tally;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await tally.library.add(`${studioB.id}\n${morningShow.id}\nunknown-one`);
    await expect(tally.live.ingest).toContainText('rtmp://');
    const findings = async (): Promise<string[]> => {
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .include('[role="dialog"]')
        .analyze();
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      );
    };
    await commands.type('');
    expect(await findings()).toEqual([]);
    await page.keyboard.type('live_');
    await expect(commands.status).toContainText('result');
    expect(await findings()).toEqual([]);
    await page.keyboard.type('nowhere');
    await expect(commands.status).toHaveText('No results');
    expect(await findings()).toEqual([]);
  });
