import { morningShow, rehearsal, unauthorisedMessage } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

test('a first start asks for a service, and the token opens its live entities', async ({
  tally,
  service,
}) => {
  await expect(tally.connectScreen.heading).toBeVisible();
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
  await expect(tally.live.summary).toContainText('on air');
});

test('the token field is emptied by Connect and the token never comes back', async ({
  tally,
  service,
}) => {
  await tally.connectScreen.connect(service);
  await expect(tally.library.addButton).toBeVisible();
  expect(await tally.page.content()).not.toContain(service.token);
});

test('an address pasted with white space, a path and /v1 is put right, in words', async ({
  tally,
  service,
}) => {
  const { connectScreen } = tally;
  await connectScreen.connect({
    address: ` ${service.address}/v1/live_entities/abc `,
    token: service.token,
  });
  await tally.library.add(morningShow.id);
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
});

for (const [address, reason] of [
  ['https://user:secret@api.example.com', /user name|user info|password/i],
  ['https://api.example.com/?key=1', /query|\?/i],
  ['http://api.example.com', /https/i],
  ['ftp://api.example.com', /https/i],
] as const)
  test(`the address ${address} is refused with its reason`, async ({ tally }) => {
    const { connectScreen, page } = tally;
    await connectScreen.connect({ address, token: 'token' });
    await expect(page.getByText(reason).first()).toBeVisible();
    await expect(connectScreen.heading).toBeVisible();
  });

test('a wrong token shows the service’s own message, and a new one goes on', async ({
  tally,
  service,
}) => {
  await tally.connectScreen.connect({ address: service.address, token: 'wrong' });
  await tally.library.add(morningShow.id);
  await expect(tally.page.getByText(unauthorisedMessage).first()).toBeVisible();
  const dialog = tally.page.getByRole('dialog', { name: 'Replace token' });
  await dialog.getByLabel('API token').fill(service.token);
  await dialog.getByRole('button', { name: 'Replace token' }).click();
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
});

test('two connections keep their own libraries, and switching is one click', async ({
  tally,
  service,
}) => {
  await tally.connectScreen.connect(service, 'First');
  await tally.library.add(morningShow.id);
  await tally.page.getByRole('button', { name: 'Connections' }).click();
  await tally.page.getByRole('button', { name: /add (a|another) connection/i }).click();
  await tally.connectScreen.connect(service, 'Second');
  await tally.library.add(rehearsal.id);
  await expect(tally.live.heading(rehearsal.name)).toBeVisible();
  await tally.page.getByRole('button', { name: 'Connections' }).click();
  await tally.page.getByRole('button', { name: /^First/ }).click();
  await expect(tally.library.entry(new RegExp(morningShow.name))).toBeVisible();
  await expect(tally.library.entry(new RegExp(rehearsal.name))).toBeHidden();
});
