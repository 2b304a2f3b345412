import { eventLadder, morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { changesAt } from '../sent.ts';
import type { Tally } from '../tally.ts';

const path = `/v1/video_presets/${eventLadder.id}:remove_profiles`;

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
});

/** Opens the preset of a live entity, known from that. */
async function openHeld(tally: Tally, live = morningShow.id): Promise<void> {
  await tally.library.add(live);
  await tally.live.preset.getByRole('link', { name: 'Open preset' }).click();
  await expect(tally.preset.profiles).toBeVisible();
}

test('the profiles of a live entity’s preset are shown with all their settings', async ({
  tally,
}) => {
  const { page, preset } = tally;
  await openHeld(tally);
  await expect(page.getByRole('heading', { level: 1, name: eventLadder.name })).toBeVisible();
  await expect(preset.profiles.getByRole('checkbox')).toHaveCount(3);
  for (const text of ['landscape', '2 s', '360', 'h264', '500K', '30', 'AAC', '48K', '48000'])
    await expect(preset.row('360p')).toContainText(text);
  await expect(page.getByText('As read with the live entity')).toContainText(morningShow.name);
});

test('two profiles go in one request, separated by a comma', async ({ tally, service }) => {
  const { preset, review } = tally;
  await openHeld(tally);
  await preset.select('240p').check();
  await preset.select('144p').check();
  await expect(preset.form).toContainText('2 of 3 selected, 1 remains');
  await preset.removeButton.click();
  await expect(review.changes).toBeVisible();
  expect(await review.rows()).toEqual([
    ['Profile “240p”', '240p (profile_240p)', expect.stringMatching(/removed/)],
    ['Profile “144p”', '144p (profile_144p)', expect.stringMatching(/removed/)],
  ]);
  await expect(review.dialog).toContainText('The service has no call that adds profiles');
  expect(changesAt(service)).toEqual([]);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved: the service holds what you sent.');
  expect(changesAt(service)).toEqual([
    { path, body: { profile_ids: 'profile_240p,profile_144p' } },
  ]);
  await expect(preset.profiles.getByRole('checkbox')).toHaveCount(1);
  await expect(preset.removeButton).toBeDisabled();
  await expect(preset.removeButton).toHaveAccessibleDescription(/last profile/);
});

test('with none selected or all, the button is off and says why', async ({ tally, service }) => {
  const { page, preset, review } = tally;
  await openHeld(tally);
  const { removeButton } = preset;
  await expect(removeButton).toBeDisabled();
  await expect(removeButton).toHaveAccessibleDescription('Choose the profiles to remove.');
  for (const name of ['360p', '240p']) await preset.select(name).check();
  await expect(removeButton).toBeEnabled();
  await preset.select('144p').check();
  await expect(removeButton).toBeDisabled();
  await expect(removeButton).toHaveAccessibleDescription(/All profiles are chosen/);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(review.dialog).toBeHidden();
  expect(changesAt(service)).toEqual([]);
});

test('with one profile left the button is off and says why', async ({ tally, service }) => {
  service.addLive({ id: 'live_upright' }, 'preset_upright');
  await openHeld(tally, 'live_upright');
  await expect(tally.preset.profiles.getByRole('checkbox')).toHaveCount(1);
  await expect(tally.preset.removeButton).toBeDisabled();
  await expect(tally.preset.removeButton).toHaveAccessibleDescription(
    'This is the preset’s last profile. The service keeps at least one.',
  );
});

test('a preset known by its identifier alone takes profile identifiers, and shows the answer', async ({
  tally,
  service,
}) => {
  const { library, preset, review } = tally;
  await library.add(eventLadder.id, 'Preset');
  await expect(preset.form).toContainText('The profiles of this preset aren’t known here');
  await preset.identifiers.fill('profile_240p\nprofile_144p,');
  await preset.removeButton.click();
  await expect(review.dialog).toContainText('aren’t known here');
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved: the service holds what you sent.');
  expect(changesAt(service)).toEqual([
    { path, body: { profile_ids: 'profile_240p,profile_144p' } },
  ]);
  await expect(preset.select('360p')).toBeVisible();
  await expect(library.entry(new RegExp(eventLadder.name))).toBeVisible();
});

for (const [status, body, words] of [
  [404, { message: 'Unknown preset.' }, 'Unknown preset.'],
  [409, { message: 'Somebody else edits it.' }, 'Somebody else edits it.'],
  [400, '<h1>Bad request</h1>', '(400)'],
] as const)
  test(`${status} shows its words, and the selection is kept`, async ({ tally, service }) => {
    const { preset, review } = tally;
    await openHeld(tally);
    const clear = service.failApi(
      { kind: 'answer', status, body },
      { operation: 'remove-profiles' },
    );
    await preset.select('240p').check();
    await preset.removeButton.click();
    await review.sendButton.click();
    await expect(review.dialog.getByRole('alert')).toContainText('It was not saved.');
    await expect(review.dialog.getByRole('alert')).toContainText(words);
    await review.keepEditing.click();
    await expect(preset.select('240p')).toBeChecked();
    clear();
    await preset.removeButton.click();
    await review.sendButton.click();
    await expect(tally.notices).toContainText('Saved');
    await expect(preset.profiles.getByRole('checkbox')).toHaveCount(2);
    expect(changesAt(service)).toHaveLength(2);
  });

test('500 may have been saved: the outbox gives the selection back', async ({ tally, service }) => {
  const { outbox, page, preset, review } = tally;
  await openHeld(tally);
  service.failApi(
    { kind: 'answer', status: 500, body: { message: 'Kaputt' } },
    { operation: 'remove-profiles' },
  );
  await preset.select('144p').check();
  await preset.removeButton.click();
  await review.sendButton.click();
  const dialog = page.getByRole('dialog', { name: 'It may have been saved' });
  await expect(dialog).toContainText('Kaputt');
  await review.close.click();
  await expect(preset.form).toContainText('A change may have been saved.');
  await outbox.open();
  await outbox.item(eventLadder.name).button('Edit again').click();
  await expect(preset.select('144p')).toBeChecked();
  expect(changesAt(service)).toHaveLength(1);
});
