import type { Locator, Page } from 'playwright/test';
import { city, morningShow, partner, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { updatesAt } from '../sent.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
});

test('name, description and relays are changed, reviewed and sent, and the page shows what the service holds', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.open();
  await expect(liveForm.form).toContainText(/deprecated/);
  await liveForm.name.fill('Morning show, late');
  await liveForm.description.fill('From ten to twelve.');
  await liveForm.relay(2).fill({ address: 'rtmps://relay.example.com/city-two' });
  await liveForm.addRelay.click();
  await expect(liveForm.relay(3).name).toBeFocused();
  await liveForm.relay(3).fill({ address: 'rtmp://new.example.com/live', key: 'typed-key-1' });
  await liveForm.review(review);
  expect(await review.rows()).toEqual([
    ['Name', 'Morning show', 'Morning show, late'],
    ['Description', 'Weekdays from seven to nine.', 'From ten to twelve.'],
    ['Relay 2 “City channel”, address', city.url, 'rtmps://relay.example.com/city-two'],
    ['Relay 3', 'not there', 'rtmp://new.example.com/live, key ••••••••'],
  ]);
  await expect(review.dialog).toContainText('replaces the whole relay list');
  expect(updatesAt(service)).toEqual([]);

  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved: the service holds what you sent.');
  await expect(review.dialog).toBeHidden();
  expect(updatesAt(service)).toEqual([
    {
      name: 'Morning show, late',
      description: 'From ten to twelve.',
      relay: [
        partner,
        { ...city, url: 'rtmps://relay.example.com/city-two' },
        { url: 'rtmp://new.example.com/live', key: 'typed-key-1' },
      ],
    },
  ]);
  await expect(live.heading('Morning show, late')).toBeVisible();
  await expect(live.details).toContainText('From ten to twelve.');
  await expect(live.relays).toContainText('rtmps://relay.example.com/city-two');
  await expect(live.relays).toContainText('rtmp://new.example.com/live');
  await expect(tally.library.entry(/Morning show, late/)).not.toContainText('draft');
});

test('only the field that was changed is sent', async ({ tally, service }) => {
  const { liveForm, review } = tally;
  await liveForm.open();
  await liveForm.description.fill('Now with music.');
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(review.dialog).toBeHidden();
  expect(updatesAt(service)).toEqual([{ description: 'Now with music.' }]);
});

test('a relay’s rename is a change of its name, not a relay removed and another added', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.open();
  await liveForm.relay(1).fill({ name: 'Partner in town' });
  await liveForm.review(review);
  expect(await review.rows()).toEqual([
    ['Relay 1 “Partner site”, name', 'Partner site', 'Partner in town'],
  ]);
  await review.sendButton.click();
  await expect(review.dialog).toBeHidden();
  expect(updatesAt(service)).toEqual([{ relay: [{ ...partner, name: 'Partner in town' }, city] }]);
});

test('relays are sent in the order that they were put in', async ({ tally, service }) => {
  const { liveForm, review } = tally;
  await liveForm.open();
  await liveForm.relay(2).moveUp.click();
  await expect(liveForm.relay(1).name).toHaveValue(city.name);
  await liveForm.review(review);
  expect(await review.rows()).toEqual([
    ['Order of the relays', 'Partner site, City channel', 'City channel, Partner site'],
  ]);
  await review.sendButton.click();
  await expect(review.dialog).toBeHidden();
  expect(updatesAt(service)).toEqual([{ relay: [city, partner] }]);
});

test('a removed relay can be kept after all, and Remove all relays sends one empty object', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.open();
  await liveForm.relay(1).remove.click();
  await expect(liveForm.relays).toHaveCount(1);
  await liveForm.form.getByRole('button', { name: 'Keep relay Partner site' }).click();
  await expect(liveForm.relay(1).name).toHaveValue(partner.name);
  await liveForm.removeAllRelays.click();
  await expect(liveForm.relays).toHaveCount(0);
  await expect(liveForm.form).toContainText('All relays will be removed');
  await liveForm.review(review);
  expect((await review.rows()).map(([field, , after]) => [field, after])).toEqual([
    ['Relay 1 “Partner site”', 'removed'],
    ['Relay 2 “City channel”', 'removed'],
  ]);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ relay: [{}] }]);
  await expect(live.relays).not.toContainText('rtmp');
});

test('an existing key is never in the page; a typed one replaces it, emptied again it stays', async ({
  tally,
  service,
}) => {
  const { liveForm, page, review } = tally;
  await liveForm.open();
  const { key, name } = liveForm.relay(1);
  await expect(key).toHaveAttribute('placeholder', 'unchanged');
  for (const secret of [partner.key, city.key, morningShow.streamKey])
    expect(await contents(page)).not.toContain(secret);

  await key.pressSequentially('other');
  await expect(liveForm.discardDraft).toBeEnabled();
  await key.fill('');
  await name.focus();
  await expect(key).toHaveAttribute('placeholder', 'unchanged');
  await expect(liveForm.discardDraft).toBeDisabled();

  await key.fill('typed-key-2');
  await name.focus();
  await expect(key).toHaveAttribute('placeholder', 'typed, kept');
  await expect(key).toHaveValue('');
  expect(await contents(page)).not.toContain('typed-key-2');

  await liveForm.review(review);
  expect(await review.rows()).toEqual([
    ['Relay 1 “Partner site”, key', '••••••••', '•••••••• (replaced)'],
  ]);
  await review.dialog.getByText('What is sent').click();
  await expect(review.dialog).toContainText('PUT');
  expect(await contents(page)).not.toContain('typed-key-2');
  await review.sendButton.click();
  await expect(review.dialog).toBeHidden();
  expect(updatesAt(service)).toEqual([{ relay: [{ ...partner, key: 'typed-key-2' }, city] }]);
  expect(await contents(page)).not.toContain('typed-key-2');
});

test('the form says what was judged of the stream, as the library beside it does', async ({
  tally,
  service,
}) => {
  test.slow();
  const patience = { timeout: 60_000 };
  const { library, live, liveForm } = tally;
  await library.add(studioB.id);
  const entry = library.entry(new RegExp(studioB.name));
  await expect(entry).toContainText('failing: 1 of 2 relays not enabled', patience);
  await liveForm.open();
  await expect(live.summary).toHaveText(/^\s*Relays: relay “City channel” is not enabled/);
  service.failMedia({ kind: 'frozen' }, { id: studioB.id });
  await expect(entry).toContainText(/failing: (?!1 of 2)/, patience);
  await expect(live.summary).toHaveText(/^\s*Playlist: /);
});

test('the keyboard alone edits, reviews, goes back, and sends', async ({ tally, service }) => {
  const { live, liveForm, page, review } = tally;
  await tally.library.add(studioB.id);
  await expect(live.heading(studioB.name)).toBeVisible();
  const { keyboard } = page;
  await keyboard.press('ControlOrMeta+f');
  await tabTo(page, tally.library.navigation.getByRole('link', { name: /^Studio B|Morning show/ }));
  await keyboard.press('Home');
  await expect(tally.library.entry(/Morning show/)).toBeFocused();
  await keyboard.press('Enter');
  await expect(live.heading(morningShow.name)).toBeVisible();
  await tabTo(page, live.button('Edit'));
  await keyboard.press('Enter');
  await expect(liveForm.form).toBeVisible();
  await tabTo(page, liveForm.name);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('Morning show, by keys');
  await keyboard.press('ControlOrMeta+s');
  await expect(review.changes).toContainText('Morning show, by keys');
  await keyboard.press('Escape');
  await expect(review.dialog).toBeHidden();
  await expect(liveForm.name).toBeFocused();
  await keyboard.press('End');
  await keyboard.type('!');
  await keyboard.press('ControlOrMeta+s');
  await expect(review.changes).toContainText('Morning show, by keys!');
  await expect(review.sendButton).toBeEnabled();
  expect(updatesAt(service)).toEqual([]);
  await keyboard.press('ControlOrMeta+Enter');
  await expect(live.heading('Morning show, by keys!')).toBeVisible();
  expect(updatesAt(service)).toEqual([{ name: 'Morning show, by keys!' }]);
});

test('the command palette opens the form', async ({ tally }) => {
  await tally.commands.type('edit live');
  await tally.page.keyboard.press('Enter');
  await expect(tally.liveForm.name).toHaveValue(morningShow.name);
});

test('undo and redo go through all fields and take the caret along', async ({ tally }) => {
  const { liveForm, page } = tally;
  const { keyboard } = page;
  await liveForm.open();
  await liveForm.name.fill('One');
  await liveForm.description.fill('Two');
  await liveForm.relay(2).remove.click();
  await expect(liveForm.relays).toHaveCount(1);
  await keyboard.press('ControlOrMeta+z');
  await expect(liveForm.relays).toHaveCount(2);
  await keyboard.press('ControlOrMeta+z');
  await expect(liveForm.description).toHaveValue('Weekdays from seven to nine.');
  await expect(liveForm.description).toBeFocused();
  await keyboard.press('ControlOrMeta+z');
  await expect(liveForm.name).toHaveValue(morningShow.name);
  await expect(liveForm.name).toBeFocused();
  await expect(liveForm.discardDraft).toBeDisabled();
  await keyboard.press('ControlOrMeta+Shift+z');
  await expect(liveForm.name).toHaveValue('One');
  await keyboard.press('ControlOrMeta+Shift+z');
  await expect(liveForm.description).toHaveValue('Two');
  await expect(liveForm.description).toBeFocused();
});

/** The page's markup and all that stands in its fields. */
async function contents(page: Page): Promise<string> {
  const values = await page
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  return [await page.content(), ...values].join('\n');
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, there: Locator): Promise<void> {
  const isThere = (): Promise<boolean> =>
    there.evaluateAll((elements) => elements.some((one) => one === document.activeElement));
  for (let presses = 0; !(await isThere()); presses += 1) {
    expect(presses, 'presses of Tab').toBeLessThan(60);
    await page.keyboard.press('Tab');
  }
}
