import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { morningShow, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
}

for (const colorScheme of ['dark', 'light'] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.beforeEach(async ({ tally }) => {
      await tally.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    });

    test('the connect screen has no findings', async ({ tally }) => {
      await expect(tally.connectScreen.heading).toBeVisible();
      await expectNoFindings(tally.page);
    });

    test('the live screen, its dialogs and the library have no findings', async ({
      tally,
      service,
    }) => {
      await tally.connectScreen.connect(service);
      await tally.library.add(`${studioB.id}\n${morningShow.id}\nunknown-one`);
      await expect(tally.live.ingest).toContainText('rtmp://');
      await expectNoFindings(tally.page);
      await tally.live.button('Show the answer').click();
      await expect(tally.live.answer).toContainText('"ingest"');
      await expectNoFindings(tally.page);
      await tally.page.keyboard.press('Escape');
      await tally.library.addButton.click();
      await expect(tally.library.dialog).toBeVisible();
      await expectNoFindings(tally.page);
      await tally.page.keyboard.press('Escape');
      await tally.page.getByRole('button', { name: 'Connections' }).click();
      await expect(tally.page.getByRole('dialog', { name: 'Connections' })).toBeVisible();
      await expectNoFindings(tally.page);
    });
  });
