import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
});

for (const id of ['a/b', 'a?b=c', '100%', 'with spaces', '🎬 take 2', 'x'.repeat(5_000)])
  test(`the identifier ${id.slice(0, 20)} is sent as one encoded path segment`, async ({
    tally,
    service,
  }) => {
    await tally.library.add(id);
    await expect(tally.page.getByText('No live entity with this identifier').first()).toBeVisible();
    const paths = new Set(service.requests.map(({ path }) => path));
    expect(paths).toContain(`/v1/live_entities/${encodeURIComponent(id)}`);
    expect([...paths].filter((path) => path.startsWith('/v1/'))).toHaveLength(1);
  });

test('an identifier that would change the path is refused with its reason', async ({ tally }) => {
  await tally.library.addButton.click();
  await tally.library.identifiers.fill('..');
  await expect(tally.library.dialog).toContainText(/can’t|refused|not an identifier|not be/i);
});

test('many identifiers at once: duplicates and empty lines are counted', async ({ tally }) => {
  await tally.library.addButton.click();
  await tally.library.identifiers.fill(`${morningShow.id}\n\n${morningShow.id}\nother\n`);
  await expect(tally.library.dialog).toContainText(/1 duplicate/i);
});

for (const [what, fault, words] of [
  ['an empty answer', { kind: 'empty' }, /empty/],
  ['a web page', { kind: 'answer', status: 200, body: '<h1>hi</h1>' }, /web page/],
  ['truncated JSON', { kind: 'truncated' }, /broke off/],
  ['50 MB', { kind: 'huge' }, /larger than 5 MB/],
  ['a reset', { kind: 'reset' }, /can’t be reached/],
  ['a never-ending answer', { kind: 'endless' }, /didn’t answer within 15 s/],
  [
    '500 with a JSON body',
    { kind: 'answer', status: 500, body: { message: 'Kaputt', error_type: 'api_error' } },
    /Kaputt/,
  ],
] as const)
  test(`${what} gets a sentence, and what was known stays with its age`, async ({
    tally,
    service,
  }) => {
    const { live } = tally;
    await tally.library.add(morningShow.id);
    await expect(live.ingest).toContainText('rtmp://');
    const clear = service.failApi(fault);
    await expect(tally.page.getByText(words).first()).toBeVisible({ timeout: 40_000 });
    await expect(live.ingest).toContainText('rtmp://');
    await expect(tally.page.getByText(/next try in|trying now/i).first()).toBeVisible();
    clear();
  });

test('odd, missing and new fields take nothing else down and are named', async ({
  tally,
  service,
}) => {
  service.update(
    { kind: 'live', id: morningShow.id },
    { region: 42, description: null, status: 'levitating', colour: 'blue' },
  );
  await tally.library.add(morningShow.id);
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
  await expect(tally.page.getByText('levitating').first()).toBeVisible();
  await expect(tally.live.details).toContainText('colour');
  await expect(tally.live.details).toContainText('region');
});
