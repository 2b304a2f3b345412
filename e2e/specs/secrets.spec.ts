import { expectNowhere, filesBelow, noteMessages, notedMessages } from '../canary.ts';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

test('token and keys are nowhere: not in files, not in the page, not in what reached it', async ({
  tally,
  service,
}) => {
  const secrets = [service.token, morningShow.streamKey, morningShow.relayKey];
  await noteMessages(tally.page);
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.live.button('Show the answer').click();
  await expect(tally.live.answer).toContainText('"ingest"');
  await tally.page.keyboard.press('Escape');
  await tally.live.button('Copy stream key').click();
  await tally.live.button('Copy as cURL').click();
  service.failApi({
    kind: 'answer',
    status: 500,
    body: { message: `echo ${service.token}`, error_type: 'api_error' },
  });
  await tally.live.button('Refresh').click();
  await expect(tally.page.getByText(/echo/).first()).toBeVisible();
  const page = await tally.page.content();
  const { toPage } = await notedMessages(tally.page);
  await tally.stop();

  expect(toPage).toContain('Morning show');
  expectNowhere(secrets, { page, toPage, ...filesBelow(tally.userDataDir) });
});
