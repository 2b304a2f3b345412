import { openingTitles } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { changesAt } from '../sent.ts';
import type { Tally } from '../tally.ts';

const path = `/v1/video_entities/${openingTitles.id}`;

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(openingTitles.id, 'Video');
  await expect(tally.videoForm.name).toBeVisible();
});

/** Reviews and sends what the form holds. */
async function send({ notices, review, videoForm }: Tally): Promise<void> {
  await videoForm.reviewButton.click();
  await review.sendButton.click();
  await expect(notices).toContainText('Saved: the service holds what you sent.');
}

test('what isn’t known is said to be unknown, and only what was typed is sent', async ({
  tally,
  service,
}) => {
  const { review, videoForm } = tally;
  for (const field of videoForm.fields) {
    await expect(field).toHaveValue('');
    await expect(field).toHaveAccessibleDescription(/^Unknown: no answer has told it yet$/);
  }
  await videoForm.name.fill('Opening titles, new cut');
  await expect(videoForm.name).toHaveAccessibleDescription(/what the service holds isn’t known/);
  await videoForm.reviewButton.click();
  await expect(review.changes).toBeVisible();
  expect(await review.rows()).toEqual([
    ['Name', expect.stringMatching(/not known/), 'Opening titles, new cut'],
  ]);
  await expect(review.dialog).toContainText('The service can’t be asked what it holds now.');
  expect(changesAt(service)).toEqual([]);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved: the service holds what you sent.');
  expect(changesAt(service)).toEqual([{ path, body: { name: 'Opening titles, new cut' } }]);
});

test('after the answer all fields are shown with their age, and the next edit sends one more', async ({
  tally,
  service,
}) => {
  const { videoForm } = tally;
  await videoForm.name.fill('Titles');
  await send(tally);
  await expect(videoForm.description).toHaveValue(openingTitles.description);
  await expect(videoForm.shortDescription).toHaveValue(openingTitles.shortDescription);
  await expect(videoForm.poster).toHaveValue(/-poster\.svg$/);
  for (const field of videoForm.fields)
    await expect(field).toHaveAccessibleDescription(/^As answered .+ ago$/);
  await videoForm.shortDescription.fill('Titles of the new season');
  await expect(videoForm.shortDescription).toHaveAccessibleDescription(
    new RegExp(`^Changed; before, as answered .+ ago: ${openingTitles.shortDescription}$`),
  );
  await send(tally);
  expect(changesAt(service).map(({ body }) => body)).toEqual([
    { name: 'Titles' },
    { short_description: 'Titles of the new season' },
  ]);
});

test('what was once set can’t be emptied, and the form says why', async ({ tally, service }) => {
  const { review, videoForm } = tally;
  const { description, name, shortDescription, poster, thumbnail } = videoForm;
  await description.fill('Soon gone');
  await description.fill('');
  await expect(description).toHaveAccessibleDescription(/^Unknown/);
  await name.fill('Titles');
  await send(tally);
  await expect(description).toHaveValue(openingTitles.description);
  for (const field of [description, shortDescription, poster, thumbnail]) {
    await field.fill('');
    await expect(field).toHaveAccessibleDescription(/can’t be emptied: the service has no way/);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await videoForm.reviewButton.click();
  await expect(description).toBeFocused();
  await expect(review.dialog).toBeHidden();
  expect(changesAt(service)).toHaveLength(1);
});

test('a picture is shown as it loads; one that fails says why', async ({ tally, service }) => {
  const { videoForm } = tally;
  const { form, poster, thumbnail } = videoForm;
  const pictures = `${service.address}/media/pictures`;
  await poster.fill(`${pictures}/match_recap-poster.svg`);
  await expect(videoForm.picture('Poster after')).toBeVisible();
  await expect(form.getByText('1280 × 720')).toBeVisible();
  for (const [address, why] of [
    [`${pictures}/nothing.svg`, 'the address answers with status 404'],
    [`${service.address}/v1/nothing`, 'the address answers, but not with a picture'],
    ['http://127.0.0.1:1/closed.png', 'nothing answers at this address'],
  ] as const) {
    await thumbnail.fill(address);
    await expect(form.getByText(`The picture can’t be loaded: ${why}`)).toBeVisible();
    await expect(videoForm.picture('Thumbnail after')).toBeHidden();
  }
  await expect(
    form.getByRole('button', { name: 'Try again to load Thumbnail after' }),
  ).toBeVisible();
  await thumbnail.fill(`${pictures}/opening_titles-thumbnail.svg`);
  await expect(form.getByText('320 × 180')).toBeVisible();
  await send(tally);
  await expect(videoForm.picture('Poster now')).toBeVisible();
  await expect(videoForm.picture('Thumbnail now')).toBeVisible();
});

for (const [address, reason] of [
  ['not an address', /can’t hold spaces/],
  ['ftp://pictures.example.com/a.png', /begins with https:\/\/ or http:\/\//],
  ['https://', /begins with https:\/\/ or http:\/\//],
  [`https://pictures.example.com/${'x'.repeat(5_000)}`, /longer than 4,096/],
] as const)
  test(`the poster address ${address.slice(0, 32)} has a reason beside the field`, async ({
    tally,
    service,
  }) => {
    const { poster, reviewButton } = tally.videoForm;
    await poster.fill(address);
    await expect(poster).toHaveAccessibleDescription(reason);
    await reviewButton.click();
    await expect(poster).toBeFocused();
    expect(changesAt(service)).toEqual([]);
  });

test.describe('when the connection dies after the change was sent', () => {
  test.beforeEach(async ({ tally, service }) => {
    const { outbox, page, review, videoForm } = tally;
    service.failApi({ kind: 'reset', takesEffect: true }, { operation: 'update-video', times: 1 });
    await videoForm.name.fill('Titles, perhaps');
    await videoForm.reviewButton.click();
    await review.sendButton.click();
    const dialog = page.getByRole('dialog', { name: 'It may have been saved' });
    await expect(dialog).toContainText('A video can’t be read, so Tally can’t find out.');
    await review.close.click();
    await expect(videoForm.form).toContainText('A change may have been saved.');
    await outbox.open();
    await expect(outbox.items).toHaveCount(1);
    await expect(outbox.items).toContainText('a video can’t be read to see');
    expect(changesAt(service)).toHaveLength(1);
  });

  test('it is sent again, and the answer tells that it took', async ({ tally, service }) => {
    const { history, outbox, videoForm } = tally;
    await outbox.item('Titles, perhaps').button('Send again').click();
    await expect(outbox.items).toHaveCount(0);
    const body = { name: 'Titles, perhaps' };
    expect(changesAt(service)).toEqual([
      { path, body },
      { path, body },
    ]);
    await history.open();
    await expect(history.rows).toHaveCount(1);
    await expect(history.rows).toContainText('Saved');
    await tally.library.entry(/Titles, perhaps/).click();
    await expect(videoForm.description).toHaveValue(openingTitles.description);
  });

  test('it is marked as saved, and nothing more is sent', async ({ tally, service }) => {
    const { history, outbox } = tally;
    await outbox.item('Titles, perhaps').button('Mark as saved').click();
    await expect(outbox.items).toHaveCount(0);
    await history.open();
    await expect(history.rows).toContainText('Marked as saved by you');
    expect(changesAt(service)).toHaveLength(1);
  });
});
