import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import type { DemoService } from '../../src/main/demo/service.ts';
import { eventLadder, morningShow, openingTitles, rehearsal, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import type { Tally } from '../tally.ts';

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
}

/** A conflict with a change behind it, one that was refused, and one of unknown outcome. */
async function waitInAllStates(tally: Tally, service: DemoService): Promise<void> {
  const { library, live, liveForm, outbox, page, review, videoForm } = tally;
  await library.add(openingTitles.id, 'Video');
  await videoForm.name.fill('Titles, accepted');
  await videoForm.reviewButton.click();
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  service.failApi({ kind: 'reset', takesEffect: true }, { operation: 'update-video', times: 1 });
  await videoForm.name.fill('Titles, perhaps');
  await videoForm.reviewButton.click();
  await review.sendButton.click();
  await expect(page.getByRole('dialog', { name: 'It may have been saved' })).toBeVisible();
  await expectNoFindings(page);
  await review.close.click();
  await library.add(rehearsal.id);
  await expect(live.heading(rehearsal.name)).toBeVisible();
  await library.add(morningShow.id);
  await expect(live.ingest).toContainText('rtmp://');
  const clear = service.failApi({ kind: 'reset' });
  for (const [{ name }, description] of [
    [morningShow, 'In conflict.'],
    [rehearsal, 'Refused.'],
    [morningShow, 'Behind.'],
  ] as const) {
    await library.entry(new RegExp(name)).click();
    await expect(live.heading(name)).toBeVisible();
    await liveForm.open();
    await liveForm.description.fill(description);
    await liveForm.reviewButton.click();
    await expect(review.queueButton).toBeEnabled({ timeout: 30_000 });
    await review.queueButton.click();
    await expect(review.dialog).toBeHidden();
  }
  await outbox.open();
  await expect(outbox.items).toHaveCount(4);
  await expectNoFindings(page);
  service.update({ kind: 'live', id: morningShow.id }, { description: 'Theirs.' });
  service.failApi(
    { kind: 'answer', status: 409, body: { message: 'Not like this.' } },
    { id: rehearsal.id, operation: 'update-live' },
  );
  clear();
  const conflict = outbox.item('Weekdays from seven').item;
  await expect(conflict).toContainText('review it again', { timeout: 60_000 });
  await expect(outbox.item('Refused.').item).toContainText('Not like this.', { timeout: 60_000 });
  await expect(outbox.item('Behind.').item).toContainText('Waits for older changes');
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

    test('the form of a live entity, its review and a conflict have no findings', async ({
      tally,
      service,
    }) => {
      test.slow();
      const { liveForm, page, review } = tally;
      await tally.connectScreen.connect(service);
      await tally.library.add(studioB.id);
      await expect(tally.live.ingest).toContainText('rtmp://');
      await liveForm.open();
      await liveForm.name.fill('');
      await liveForm.relay(1).fill({ address: 'http://relay.example.com' });
      await liveForm.addRelay.click();
      await liveForm.relay(2).remove.click();
      await liveForm.reviewButton.click();
      await expect(liveForm.name).toBeFocused();
      await expectNoFindings(page);
      await liveForm.discardDraft.click();
      await expect(liveForm.name).toHaveValue(studioB.name);
      await liveForm.name.fill('Studio B, mine');
      await liveForm.relay(1).fill({ name: 'Partner', key: 'a-key' });
      await liveForm.review(review);
      await expect(review.sendButton).toBeEnabled();
      await expectNoFindings(page);
      await review.keepEditing.click();
      service.update({ kind: 'live', id: studioB.id }, { name: 'Studio B, theirs' });
      await liveForm.reviewButton.click();
      await expect(review.conflicts).toBeVisible();
      await expectNoFindings(page);
      await review.choice('Name', 'Use mine').check();
      await expectNoFindings(page);
    });

    test('the forms of a video and a preset have no findings', async ({ tally, service }) => {
      test.slow();
      const { page, preset, review, videoForm } = tally;
      await tally.connectScreen.connect(service);
      await tally.library.add(openingTitles.id, 'Video');
      await videoForm.thumbnail.fill(`${service.address}/media/pictures/nothing.svg`);
      await expect(videoForm.form).toContainText('status 404');
      await expectNoFindings(page);
      await videoForm.thumbnail.fill('');
      await videoForm.name.fill('Titles');
      await videoForm.reviewButton.click();
      await review.sendButton.click();
      await expect(videoForm.picture('Poster now')).toBeVisible();
      await videoForm.description.fill('');
      await videoForm.poster.fill('no address');
      await expectNoFindings(page);
      await tally.library.add(eventLadder.id, 'Preset');
      await preset.identifiers.fill('profile_144p');
      await expectNoFindings(page);
      await preset.identifiers.fill('');
      await tally.library.add(morningShow.id);
      await tally.live.preset.getByRole('link', { name: 'Open preset' }).click();
      await preset.select('240p').check();
      await expect(preset.removeButton).toBeEnabled();
      await expectNoFindings(page);
    });

    test('the outbox, the history, the settings and the commands have no findings', async ({
      tally,
      service,
    }) => {
      test.setTimeout(180_000);
      const { commands, history, outbox, page, settings } = tally;
      await tally.connectScreen.connect(service);
      await outbox.open();
      await expectNoFindings(page);
      await history.open();
      await expectNoFindings(page);
      await waitInAllStates(tally, service);
      await outbox.open();
      await expectNoFindings(page);
      await tally.library.entry(new RegExp(morningShow.name)).click();
      await tally.liveForm.open();
      await expectNoFindings(page);
      await history.open();
      await expect(history.rows).toHaveCount(2);
      await expectNoFindings(page);
      await settings.open();
      await settings.historyDays.fill('0');
      await expectNoFindings(page);
      await commands.type('out');
      await expectNoFindings(page);
    });
  });
