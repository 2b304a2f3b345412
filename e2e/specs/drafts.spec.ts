import { morningShow, rehearsal } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { holdAnswers } from '../hold-answers.ts';
import { killAndStartAgain } from '../kill.ts';
import { updatesAt } from '../sent.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
});

test('after kill -9 the form is open again with the text, and the caret where it was', async ({
  tally,
}) => {
  await tally.liveForm.open();
  await tally.liveForm.description.fill('Half of it.');
  await tally.liveForm.name.click();
  await tally.page.keyboard.press('End');
  await tally.page.keyboard.type(', in the middle of a wo');
  for (let presses = 0; presses < 3; presses += 1) await tally.page.keyboard.press('ArrowLeft');
  await killAndStartAgain(tally);

  const { liveForm } = tally;
  await expect(liveForm.name).toHaveValue('Morning show, in the middle of a wo');
  await expect(liveForm.description).toHaveValue('Half of it.');
  await expect(liveForm.name).toBeFocused();
  await tally.page.keyboard.type('>');
  await expect(liveForm.name).toHaveValue('Morning show, in the middle of a> wo');
  await expect(tally.library.entry(/Morning show/)).toContainText('draft');
});

test('a typed relay key survives kill -9 without coming back to the page, and is sent', async ({
  tally,
  service,
}) => {
  await tally.liveForm.open();
  await tally.liveForm.addRelay.click();
  await tally.liveForm
    .relay(3)
    .fill({ name: 'Radio', address: 'rtmp://radio.example.com/live', key: 'typed-key-4' });
  await tally.liveForm.relay(1).fill({ key: 'typed-key-5' });
  await killAndStartAgain(tally);

  const { liveForm, page, review } = tally;
  await expect(liveForm.relay(1).key).toBeFocused();
  await expect(liveForm.relay(1).key).toHaveAttribute('placeholder', 'typed, kept');
  await expect(liveForm.relay(3).key).toHaveAttribute('placeholder', 'typed, kept');
  await expect(liveForm.relay(1).key).toHaveValue('');
  expect(await page.content()).not.toMatch(/typed-key-/);
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toMatchObject([
    { relay: [{ key: 'typed-key-5' }, {}, { name: 'Radio', key: 'typed-key-4' }] },
  ]);
});

test('leaving the form asks nothing, and coming back finds the draft', async ({ tally }) => {
  const { library, live, liveForm, page } = tally;
  await library.add(rehearsal.id);
  await library.entry(/Morning show/).click();
  await liveForm.open();
  await liveForm.name.fill('Morning show, later');
  await library.entry(/Rehearsal/).click();
  await expect(live.heading(rehearsal.name)).toBeVisible();
  await expect(library.entry(/Morning show/)).toContainText('draft');
  await expect(library.entry(/Rehearsal/)).not.toContainText('draft');
  await library.entry(/Morning show/).click();
  await expect(page.getByText('draft kept')).toBeVisible();
  await liveForm.open();
  await expect(liveForm.name).toHaveValue('Morning show, later');
});

test('a discarded draft comes back with Undo', async ({ tally }) => {
  const { library, liveForm } = tally;
  await liveForm.open();
  await expect(liveForm.discardDraft).toBeDisabled();
  await liveForm.name.fill('Morning show, later');
  await liveForm.relay(1).fill({ key: 'typed-key-6' });
  await liveForm.discardDraft.click();
  await expect(liveForm.name).toHaveValue(morningShow.name);
  await expect(library.entry(/Morning show/)).not.toContainText('draft');
  await tally.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(liveForm.name).toHaveValue('Morning show, later');
  await expect(liveForm.relay(1).key).toHaveAttribute('placeholder', 'typed, kept');
  await expect(library.entry(/Morning show/)).toContainText('draft');
});

test('Undo doesn’t replace what was typed since, and says what to do', async ({ tally }) => {
  const { liveForm, notices, page } = tally;
  await liveForm.open();
  await liveForm.name.fill('Morning show, later');
  await liveForm.discardDraft.click();
  await expect(liveForm.name).toHaveValue(morningShow.name);
  await liveForm.name.fill('Morning show, newer');
  const undo = notices.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(notices).toContainText('There is a newer draft of this entity');
  await expect(notices).not.toContainText('Change it');
  await expect(liveForm.name).toHaveValue('Morning show, newer');
  await liveForm.name.press('ControlOrMeta+z');
  await expect(liveForm.name).toHaveValue(morningShow.name);
  await undo.click();
  await expect(liveForm.name).toHaveValue('Morning show, later');
  await expect(page.getByText('Draft kept')).toBeVisible();
});

test('nothing can be typed into a draft that is being discarded, and all of it right after', async ({
  tally,
}) => {
  const { commands, library, liveForm, page } = tally;
  await liveForm.open();
  await liveForm.name.fill('Morning show, later');
  await liveForm.name.press('End');
  await expect(library.entry(/Morning show/)).toContainText('draft');
  const letGo = await holdAnswers(page, 'draft.discard');
  await commands.type('discard');
  await expect(commands.active).toContainText('Discard');
  await page.keyboard.press('Enter');
  await expect(liveForm.discardDraft).toHaveAttribute('aria-busy', 'true');
  await expect(liveForm.form).toContainText('Discarding…');
  await expect(liveForm.form).not.toContainText('Draft kept');
  await expect(liveForm.reviewButton).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await expect(liveForm.name.locator('xpath=ancestor::*[parent::*[@inert]]')).toHaveCSS(
    'opacity',
    '0.5',
  );
  await liveForm.name.focus();
  await page.keyboard.type(', lost');
  await expect(liveForm.name).toHaveValue('Morning show, later');
  await letGo();
  await expect(liveForm.name).toHaveValue(morningShow.name);
  await expect(liveForm.name).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(', kept');
  await expect(liveForm.name).toHaveValue(`${morningShow.name}, kept`);
  await expect(library.entry(/Morning show/)).toContainText('draft');
});

test('a draft that is typed back to what it was is none', async ({ tally }) => {
  const { library, liveForm } = tally;
  await liveForm.open();
  await liveForm.name.fill('Other');
  await expect(library.entry(/Morning show/)).toContainText('draft');
  await liveForm.name.fill(morningShow.name);
  await expect(library.entry(/Morning show/)).not.toContainText('draft');
  await expect(liveForm.form).toContainText('No changes');
});

test('an open draft notices that the service’s copy changed, and keeps what was typed', async ({
  tally,
  service,
}) => {
  const { liveForm } = tally;
  await liveForm.open();
  await liveForm.name.fill('Mine');
  service.update({ kind: 'live', id: morningShow.id }, { description: 'Theirs.' });
  await expect(liveForm.form).toContainText('The service’s copy changed since you started', {
    timeout: 20_000,
  });
  await expect(liveForm.name).toHaveValue('Mine');
});
