import type { Locator } from 'playwright/test';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import type { LiveForm } from '../pages/live-form.ts';
import { updatesAt } from '../sent.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.liveForm.open();
});

const said = (form: LiveForm, field: Locator) => expect.poll(() => form.problemOf(field));

test('what can’t be sent is said beside its field while one types', async ({ tally }) => {
  const { liveForm } = tally;
  const { name, description } = liveForm;
  const relay = liveForm.relay(1);
  for (const [field, text, words] of [
    [name, '', /Enter a name/],
    [name, ' \u200b', /Enter a name/],
    [name, 'x'.repeat(101), /101 characters; the service may refuse more than 100/],
    [description, '', /can’t be emptied: the service has no way/],
    [description, 'x'.repeat(1_001), /1,001 characters; the service may refuse more than 1,000/],
    [relay.address, 'rtmp://relay.example.com/a b', /can’t hold spaces/],
    [relay.address, 'rtmp:///live', /no host/],
    [relay.address, 'rtmp://', /no host/],
    [relay.address, 'http://relay.example.com/live', /not with http:/],
    [relay.address, 'relay.example.com/live', /begins with rtmp:/],
    [relay.address, `rtmp://relay.example.com/${'x'.repeat(10_000)}`, /longer than 4,096/],
    [relay.address, 'rtmp://relay.example.com/city-channel', /Another relay has the same address/],
  ] as const) {
    await field.fill(text);
    await said(liveForm, field).toMatch(words);
  }
  await relay.fill({ address: 'rtmp://relay.example.com/live/abcd-1234', key: 'abcd-1234' });
  await said(liveForm, relay.address).toMatch(/holds the relay key too/);
  await expect(relay.address).not.toHaveAttribute('aria-invalid', 'true');
  await name.fill('');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
});

test('a review with a problem sends nothing and moves the focus to the first one', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.addRelay.click();
  await liveForm.relay(3).fill({ name: 'Without an address' });
  await liveForm.reviewButton.click();
  await expect(liveForm.relay(3).address).toBeFocused();
  await said(liveForm, liveForm.relay(3).address).toMatch(/Enter the address/);
  await said(liveForm, liveForm.relay(3).key).toMatch(/Enter the key/);
  await liveForm.name.fill('');
  await tally.page.keyboard.press('ControlOrMeta+s');
  await expect(liveForm.form).toContainText('3 problems; solve them to review the changes.');
  await liveForm.reviewButton.click();
  await expect(liveForm.name).toBeFocused();
  await expect(review.dialog).toBeHidden();
  expect(updatesAt(service)).toEqual([]);
});

test('an existing key inside the address is noticed by main, and doesn’t reach the page', async ({
  tally,
}) => {
  const { liveForm, page, review } = tally;
  const address = 'rtmp://relay.example.com/live/demo-relay-key-partner-site';
  await liveForm.relay(1).fill({ address });
  await liveForm.review(review);
  await expect(review.dialog.getByRole('list', { name: 'Warnings' })).toContainText(
    'holds the relay key too',
  );
  await review.keepEditing.click();
  await expect(liveForm.relay(1).address).toHaveValue(address);
  expect(await page.content()).not.toContain('demo-relay-key-city-channel');
});

test('whatever the service answers, its words are shown and the draft is kept', async ({
  tally,
  service,
}) => {
  test.setTimeout(180_000);
  const { liveForm, review } = tally;
  const name = 'Morning show, refused';
  await liveForm.name.fill(name);
  const page = (title: string): string => `<html><body><h1>${title}</h1></body></html>`;
  const json = (message: string) => ({ message, error_type: 'some_error' });
  const answers: [status: number, body: unknown, words: RegExp, next: RegExp][] = [
    [400, json('The name is taken.'), /400\): The name is taken/, /change what it names/],
    [400, page('Not so'), /400\): Bad Request.*Not so/, /change what it names/],
    [403, json('Not your entity.'), /403\): Not your entity/, /change what it names/],
    [403, '', /403\): Forbidden/, /change what it names/],
    [404, json('No such entity.'), /has this live entity.*No such entity/, /draft is kept/],
    [404, page('Nothing here'), /no longer has this live entity/, /draft is kept/],
    [409, json('Edited by another.'), /409\): Edited by another/, /change what it names/],
    [409, '', /409\): Conflict/, /change what it names/],
    [500, json('Kaputt.'), /500\): Kaputt/, /Try again/],
    [500, page('Oh dear'), /500\): Internal Server Error.*Oh dear/, /Try again/],
    [502, json('Upstream is down.'), /502\): Upstream is down/, /Try again/],
    [502, page('Bad gateway'), /502\): Bad Gateway/, /Try again/],
  ];
  for (const [status, body, words, next] of answers)
    await test.step(`${status} ${typeof body === 'string' ? 'without' : 'with'} JSON`, async () => {
      const fault = { kind: 'answer', status, body } as const;
      const clear = service.failApi(fault, { operation: 'update-live', times: 1 });
      await liveForm.review(review);
      await review.sendButton.click();
      await expect(review.dialog.getByRole('alert')).toContainText(words);
      await expect(review.dialog).toContainText(next);
      await review.keepEditing.click();
      await expect(liveForm.name).toHaveValue(name);
      clear();
    });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toHaveLength(answers.length + 1);
});

for (const [what, body, words] of [
  ['with', { message: 'This token was revoked.', error_type: 'auth_error' }, /token was revoked/],
  ['without', '', /doesn’t accept the token/],
] as const)
  test(`401 ${what} JSON keeps the draft and asks for the token; then it can be sent`, async ({
    tally,
    service,
  }) => {
    const { liveForm, page, review } = tally;
    await liveForm.name.fill('Morning show, refused');
    await liveForm.review(review);
    const clear = service.failApi({ kind: 'answer', status: 401, body });
    await review.sendButton.click();
    await expect(review.dialog.getByRole('alert')).toContainText(words);
    await expect(review.dialog).toContainText('replace the token. Your draft is kept.');
    expect(updatesAt(service)).toEqual([]);
    await review.keepEditing.click();
    clear();
    const asking = page.getByRole('dialog', { name: 'Replace token' });
    await asking.getByLabel('API token').fill(service.token);
    await asking.getByRole('button', { name: 'Replace token' }).click();
    await expect(asking).toBeHidden();
    await expect(liveForm.name).toHaveValue('Morning show, refused');
    await liveForm.review(review);
    await review.sendButton.click();
    await expect(tally.notices).toContainText('Saved');
    expect(updatesAt(service)).toEqual([{ name: 'Morning show, refused' }]);
  });

test('a token that was refused only for a while needn’t be replaced', async ({
  tally,
  service,
}) => {
  const { liveForm, page, review } = tally;
  await liveForm.name.fill('Morning show, accepted');
  await liveForm.review(review);
  const clear = service.failApi({ kind: 'answer', status: 401, body: '' });
  await review.sendButton.click();
  await expect(review.dialog.getByRole('alert')).toContainText(/doesn’t accept the token/);
  await review.keepEditing.click();
  const asking = page.getByRole('dialog', { name: 'Replace token' });
  await expect(asking).toBeVisible();
  clear();
  await page.keyboard.press('Escape');
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ name: 'Morning show, accepted' }]);
});

test('429 waits as long as the service says, then goes out by itself, once', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.name.fill('Morning show, slowly');
  service.failApi(
    { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '3' } },
    { operation: 'update-live', times: 1 },
  );
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText(/asks to wait/);
  const throttled = service.requests.findLast(({ method }) => method === 'PUT')?.at ?? 0;
  await expect.poll(() => updatesAt(service).length, { timeout: 20_000 }).toBe(2);
  const sent = service.requests.findLast(({ method }) => method === 'PUT')?.at ?? 0;
  expect(sent - throttled).toBeGreaterThanOrEqual(2_900);
  await expect(tally.library.entry(/Morning show, slowly/)).not.toContainText('waiting');
  await expect(live.heading('Morning show, slowly')).toBeVisible();
  expect(updatesAt(service)).toHaveLength(2);
});

test('a comparison that isn’t understood sends nothing and can be tried again', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.relay(1).fill({ name: 'Partner in town' });
  const clear = service.failApi(
    { kind: 'reshape', reshape: ({ relay, ...body }) => ({ ...body, relay: typeof relay }) },
    { operation: 'retrieve-live' },
  );
  await liveForm.reviewButton.click();
  await expect(review.dialog.getByRole('alert')).toContainText('was not understood');
  clear();
  await review.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(review.changes).toContainText('Partner in town');
  expect(updatesAt(service)).toEqual([]);
});

test('an entity that is deleted while it is edited is said to be gone, and the draft can be copied', async ({
  tally,
  service,
}) => {
  const { liveForm, page, review } = tally;
  await liveForm.description.fill('My last words.');
  await liveForm.relay(1).fill({ key: 'typed-key-3' });
  service.remove({ kind: 'live', id: morningShow.id });
  await expect(page.getByRole('alert')).toContainText(
    'The service no longer has this live entity.',
    { timeout: 20_000 },
  );
  await liveForm.reviewButton.click();
  await expect(review.dialog.getByRole('alert')).toContainText('no longer has this live entity');
  await review.dialog.getByRole('button', { name: 'Copy draft as JSON' }).click();
  await expect(review.dialog).toContainText('Copied. Relay keys are left out.');
  await review.close.click();
  await liveForm.description.fill('');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(liveForm.description).toHaveValue(/"description": "My last words\."/);
  const copied = await liveForm.description.inputValue();
  expect(copied).toContain('rtmp://relay.example.com/partner-site');
  expect(copied).not.toMatch(/typed-key-3|demo-relay-key/);
});

test('letters of any script, emoji, line breaks and invisible characters arrive as typed', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  const name = 'صباح الخير 👩‍👩‍👧‍👦 \u200bשלום e\u0301\u202e';
  const description =
    'سطر أول\nsecond line\n\n\t🎬\u200d\u2066x\u2069 “quoted” \\ \u0000\u2028end ';
  await liveForm.paste(liveForm.name, name);
  await liveForm.paste(liveForm.description, description);
  const typed = {
    name: await liveForm.name.inputValue(),
    description: await liveForm.description.inputValue(),
  };
  expect(typed).toEqual({ name, description });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ name, description }]);
  await expect(live.heading(name)).toBeVisible();
});

test('a megabyte in the description is refused with its limit; what fits goes to the service', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  const { description } = liveForm;
  expect(await liveForm.paste(description, 'x'.repeat(1_000_000))).toBeLessThan(100);
  await said(liveForm, description).toMatch(
    /that would be 1,000,000 characters, and this form holds 50,000/,
  );
  await expect(description).toHaveValue('Weekdays from seven to nine.');
  const longest = 'long '.repeat(10_000);
  expect(await liveForm.paste(description, longest)).toBeLessThan(1_000);
  await said(liveForm, description).toMatch(/50,000 characters; the service may refuse/);
  await liveForm.review(review);
  await expect(review.dialog.getByRole('list', { name: 'Warnings' })).toContainText('50,000');
  await review.sendButton.click();
  await expect(review.dialog.getByRole('alert')).toContainText(
    'description must not be longer than 1000 characters.',
  );
  await review.keepEditing.click();
  await expect(description).toHaveValue(longest);
  expect(updatesAt(service)).toHaveLength(1);
});
