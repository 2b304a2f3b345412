import { expect, test } from '../fixtures.ts';
import { killAndStartAgain } from '../kill.ts';
import { updatesAt } from '../sent.ts';

const count = 500;
const relays = Array.from({ length: count }, (_, index) => ({
  url: `rtmp://relay.example.com/target-${index}`,
  key: `many-key-${index}`,
  name: `Target ${index}`,
}));

test.beforeEach(async ({ tally, service }) => {
  service.addLive({ id: 'live_many', name: 'Many relays', relay: relays });
  await tally.connectScreen.connect(service);
  await tally.library.add('live_many');
  await expect(tally.live.heading('Many relays')).toBeVisible();
  await tally.liveForm.open();
  await expect(tally.liveForm.relays).toHaveCount(count);
});

test('with 500 relays each key is drawn within 100 ms, and review and sending work', async ({
  tally,
  service,
}) => {
  test.slow();
  const { liveForm, page, review } = tally;
  await page.evaluate(() => {
    const noting = window as unknown as { took: number[] };
    noting.took = [];
    document.addEventListener(
      'keydown',
      () => {
        const began = performance.now();
        requestAnimationFrame(() => setTimeout(() => noting.took.push(performance.now() - began)));
      },
      { capture: true },
    );
  });
  const { name, address } = liveForm.relay(250);
  for (const field of [liveForm.name, name, address]) {
    await field.click();
    await page.keyboard.press('End');
    await page.keyboard.type('-twenty-characters-x', { delay: 30 });
  }
  const took = await page.evaluate(() => (window as unknown as { took: number[] }).took);
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? Infinity;
  test.info().annotations.push({
    type: 'from a key to its frame',
    description: `median ${at(0.5).toFixed(1)} ms, nine of ten ${at(0.9).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`,
  });
  expect(at(0.9)).toBeLessThan(100);

  await liveForm.review(review);
  expect(await review.rows()).toEqual([
    ['Name', 'Many relays', 'Many relays-twenty-characters-x'],
    ['Relay 250 “Target 249”, name', 'Target 249', 'Target 249-twenty-characters-x'],
    [
      'Relay 250 “Target 249”, address',
      'rtmp://relay.example.com/target-249',
      'rtmp://relay.example.com/target-249-twenty-characters-x',
    ],
  ]);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([
    {
      name: 'Many relays-twenty-characters-x',
      relay: relays.with(249, {
        url: 'rtmp://relay.example.com/target-249-twenty-characters-x',
        key: 'many-key-249',
        name: 'Target 249-twenty-characters-x',
      }),
    },
  ]);
});

test('after kill -9 the caret is back in the 400th relay', async ({ tally }) => {
  const { name } = tally.liveForm.relay(400);
  await name.click();
  await tally.page.keyboard.press('End');
  await tally.page.keyboard.type(', half a wo');
  await killAndStartAgain(tally);
  const again = tally.liveForm.relay(400).name;
  await expect(again).toBeFocused();
  await expect(again).toBeInViewport();
  await tally.page.keyboard.type('rd');
  await expect(again).toHaveValue('Target 399, half a word');
});

test('all of many relays can be removed and brought back', async ({ tally, service }) => {
  const { liveForm, page, review } = tally;
  await liveForm.removeAllRelays.click();
  await expect(liveForm.relays).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(liveForm.relays).toHaveCount(count);
  await expect(liveForm.discardDraft).toBeDisabled();
  await liveForm.removeAllRelays.click();
  await liveForm.review(review);
  await expect(review.changes.locator('tbody tr')).toHaveCount(count);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([{ relay: [{}] }]);
});
