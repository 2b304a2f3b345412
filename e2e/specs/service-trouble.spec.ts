import { expect, test } from '../fixtures.ts';
import type { Tally } from '../tally.ts';

const patience = { timeout: 60_000 };
const names = ['Arena cam', 'Lobby', 'Press room'] as const;
const idOf = (name: string): string => name.replace(' ', '_').toLowerCase();

/** The service counts as silent after 5 s, and its alarm is raised 5 s later; a busy computer is excused. */
async function listenClosely({ page }: Tally): Promise<void> {
  await page.evaluate(async () => {
    const { tally } = window as unknown as {
      tally: {
        call(
          name: string,
          args: unknown,
        ): Promise<{ value: { thresholds: object; delays: object; severities: object } }>;
      };
    };
    const { value } = await tally.call('watch.settings', {});
    await tally.call('watch.set', {
      ...value,
      thresholds: { ...value.thresholds, serviceSilentSeconds: 5 },
      delays: { ...value.delays, service: { raiseSeconds: 5, recoverSeconds: 5 } },
      severities: { ...value.severities, smooth: 'off' },
    });
  });
}

test('while the service answers for none, one alarm says so, and the wall goes on by what viewers get', async ({
  tally,
  service,
}) => {
  test.setTimeout(300_000);
  const { alarms, library, live, page, wall } = tally;
  for (const name of [...names, 'Rehearsal hall']) service.addLive({ id: idOf(name), name });
  for (const name of names) service.startEncoder(idOf(name));
  await tally.connectScreen.connect(service);
  await listenClosely(tally);
  await tally.library.add([...names, 'Rehearsal hall'].map(idOf).join('\n'));
  await wall.open();
  await expect(wall.tiles).toHaveCount(3, patience);
  for (const name of names) await expect(wall.tile(name)).toContainText(/behind|here/, patience);

  const answerAgain = service.failApi({ kind: 'answer', status: 503, body: '' });
  // An open stream is read every 5 s, the others once a minute.
  await library.entry(/Arena cam/).click();
  await expect(live.check('Service answers')).toContainText('503', patience);
  await alarms.open();
  await expect(alarms.raised).toContainText('The service refuses with status 503', patience);
  await expect(page).toHaveTitle('(1) Alarms – Tally');
  await expect(
    alarms.raised.getByRole('link', { name: /Arena|Lobby|Press|Rehearsal/ }),
  ).toHaveCount(0);
  service.failMedia({ kind: 'black' }, { id: idOf('Lobby') });
  await wall.open();
  await expect(wall.tiles).toHaveCount(3);
  await expect(wall.tile('Lobby')).toContainText('black', patience);
  for (const name of ['Arena cam', 'Press room'])
    await expect(wall.tile(name)).toContainText(/behind|here/);

  answerAgain();
  service.clearFaults();
  await alarms.open();
  await expect(page.getByText('No alarm is raised.')).toBeVisible({ timeout: 90_000 });
  await expect(alarms.earlier).toContainText('The service refuses with status 503');
});
