import { city, morningShow, partner } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { updatesAt } from '../sent.ts';

const ref = { kind: 'live', id: morningShow.id } as const;
const radio = { url: 'rtmp://radio.example.com/live', key: 'their-key-1', name: 'Radio' };

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.liveForm.open();
});

test('fields that both sides changed are put to the producer, each with its three values', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.name.fill('My morning show');
  await liveForm.description.fill('My words.');
  service.update(ref, { name: 'Their morning show', description: 'Their words.' });
  await liveForm.reviewButton.click();
  await expect(review.conflict).toBeVisible();
  await expect(review.conflicts.getByRole('columnheader')).toHaveText([
    'Field',
    'When you started',
    'On the service',
    'Yours',
  ]);
  expect(await review.conflictRows()).toEqual([
    ['Name', 'Morning show', 'Their morning show', 'My morning show'],
    ['Description', 'Weekdays from seven to nine.', 'Their words.', 'My words.'],
  ]);
  await expect(review.continueButton).toBeDisabled();
  await review.choice('Name', 'Use mine').check();
  await expect(review.choicesLeft).toHaveText('1 choice left');
  await expect(review.continueButton).toBeDisabled();
  await review.choice('Description', 'Keep theirs').check();
  await review.continueButton.click();
  await expect(review.changes).toBeVisible();
  expect(await review.rows()).toEqual([['Name', 'Their morning show', 'My morning show']]);
  expect(updatesAt(service)).toEqual([]);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ name: 'My morning show' }]);
  await expect(live.details).toContainText('Their words.');
});

test('a conflict can be left for more editing, and nothing is lost', async ({ tally, service }) => {
  const { liveForm, page, review } = tally;
  await liveForm.name.fill('My morning show');
  service.update(ref, { name: 'Their morning show' });
  await liveForm.reviewButton.click();
  await expect(review.conflict).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(review.conflict).toBeHidden();
  await expect(liveForm.name).toHaveValue('My morning show');
  await liveForm.reviewButton.click();
  await review.choice('Name', 'Keep theirs').check();
  await review.continueButton.click();
  await expect(review.dialog).toContainText('The service already holds all of this.');
  await review.close.click();
  await expect(liveForm.name).toHaveValue('Their morning show');
  await expect(liveForm.discardDraft).toBeDisabled();
  expect(updatesAt(service)).toEqual([]);
});

test('a field that was changed only on the service is taken over and named', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.name.fill('My morning show');
  service.update(ref, { description: 'Their words.' });
  await liveForm.review(review);
  expect(await review.rows()).toEqual([['Name', 'Morning show', 'My morning show']]);
  await expect(review.dialog).toContainText(
    'Changed on the service since you started, and kept: Description.',
  );
  await review.keepEditing.click();
  await expect(liveForm.description).toHaveValue('Their words.');
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ name: 'My morning show' }]);
});

test('relays are merged by their target: theirs added one, mine renamed another', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.relay(2).fill({ name: 'Town channel' });
  service.update(ref, { relay: [radio, partner, city] });
  await liveForm.review(review);
  expect(await review.rows()).toEqual([
    ['Relay 3 “City channel”, name', 'City channel', 'Town channel'],
  ]);
  await expect(review.dialog).toContainText('kept: Relay 1 “Radio”');
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([
    { relay: [radio, partner, { ...city, name: 'Town channel' }] },
  ]);
  await expect(live.relays).toContainText('Radio');
  await expect(live.relays).toContainText('Town channel');
});

test('a relay that they removed and I edited is put to the producer', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.relay(2).fill({ name: 'Town channel' });
  service.update(ref, { relay: [partner] });
  await liveForm.reviewButton.click();
  await expect(review.conflict).toBeVisible();
  const [row] = await review.conflictRows();
  expect(row?.[0]).toBe('Relay 2 “City channel”');
  expect(row?.[2]).toBe('removed');
  expect(row?.[3]).toMatch(/^Town channel, rtmp:/);
  await review.choice('Relay 2 “City channel”', 'Use mine').check();
  await review.continueButton.click();
  await expect(review.changes).toContainText('Town channel');
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ relay: [partner, { ...city, name: 'Town channel' }] }]);
});

test('when the relays change between the review and the sending, nothing goes out unseen', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.relay(2).fill({ name: 'Town channel' });
  await liveForm.review(review);
  service.update(ref, { relay: [partner, city, radio] });
  await review.sendButton.click();
  await expect(review.dialog).toContainText(
    'The service’s copy changed in the meantime. Look again before you send.',
  );
  await expect(review.changes).toContainText('Town channel');
  await expect(review.dialog).toContainText('kept: Relay 3 “Radio”');
  expect(updatesAt(service)).toEqual([]);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([
    { relay: [partner, { ...city, name: 'Town channel' }, radio] },
  ]);
});

test('a conflict is decided by keyboard alone', async ({ tally, service }) => {
  const { liveForm, page, review } = tally;
  const { keyboard } = page;
  await liveForm.name.fill('My morning show');
  service.update(ref, { name: 'Their morning show' });
  await keyboard.press('ControlOrMeta+s');
  await expect(review.conflict).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(review.choice('Name', 'Keep theirs')).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(review.choice('Name', 'Use mine')).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(review.continueButton).toBeFocused();
  await keyboard.press('Enter');
  await expect(review.sendButton).toBeFocused();
  await keyboard.press('ControlOrMeta+Enter');
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ name: 'My morning show' }]);
});

test('a field that didn’t take is pointed out after sending', async ({ tally, service }) => {
  const { liveForm, page, review } = tally;
  await liveForm.name.fill('My morning show');
  await liveForm.description.fill('My words.');
  service.failApi({ kind: 'late', ms: 1_500 }, { operation: 'update-live' });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect.poll(() => updatesAt(service)).toHaveLength(1);
  service.update(ref, { name: 'Morning show' });
  const short = page.getByRole('dialog', { name: 'Saved in part' });
  await expect(short.getByRole('table', { name: 'What didn’t take' })).toContainText(
    /Name.*Morning show.*My morning show/s,
  );
  await expect(short).not.toContainText('My words.');
  await review.close.click();
  await expect(tally.live.details).toContainText('My words.');
});

test('when the same field changes between the review and the sending, the producer is asked', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.name.fill('My morning show');
  await liveForm.review(review);
  service.update(ref, { name: 'Their morning show' });
  await review.sendButton.click();
  await expect(review.conflict).toBeVisible();
  expect(await review.conflictRows()).toEqual([
    ['Name', 'Morning show', 'Their morning show', 'My morning show'],
  ]);
  expect(updatesAt(service)).toEqual([]);
});

test('what the service holds already is not sent again', async ({ tally, service }) => {
  const { liveForm, review } = tally;
  await liveForm.name.fill('The new name');
  service.update(ref, { name: 'The new name' });
  await liveForm.reviewButton.click();
  await expect(review.dialog).toContainText('There is nothing to send.');
  await review.close.click();
  await expect(tally.library.entry(/The new name/)).not.toContainText('draft');
  expect(updatesAt(service)).toEqual([]);
});
