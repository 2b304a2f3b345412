import {
  type Alarm,
  type AlarmsView,
  type Check,
  type CheckName,
  type Ring,
  type Verdict,
  checkNames,
} from '../../../../shared/health.ts';
import type { WatchSettings } from '../../../../shared/health-arguments.ts';
import { MemoryAlarms } from '../../../library/alarm-store.ts';
import { FakeClock } from '../../../testing/fake-clock.ts';
import { usualWatchSettings } from '../../watch-settings.ts';
import { Alarms } from '../alarms.ts';
import { Webhook } from '../webhook.ts';

type Verdicts = Readonly<Partial<Record<CheckName, Verdict>>>;

export const checksOf = (verdicts: Verdicts, reason = 'as made up'): Check[] =>
  checkNames.map((name) => ({
    name,
    verdict: verdicts[name] ?? 'good',
    reason: `${name} ${reason}.`,
    figure: '',
    since: 0,
  }));

/** An `Alarms` with all that it tells to whom, on a clock that stands still. */
export class AlarmDesk {
  readonly clock: FakeClock;
  readonly store: MemoryAlarms;
  readonly views: AlarmsView[] = [];
  readonly rings: Ring[] = [];
  readonly recovered: Alarm[] = [];
  /** What the webhook got. */
  readonly sent: { readonly event: string; readonly alarm: { readonly kind: string } }[] = [];
  readonly webhook: Webhook;
  readonly alarms: Alarms;
  settings: WatchSettings = usualWatchSettings;
  nameOf = (id: string): string => `Stream ${id}`;

  constructor(store = new MemoryAlarms(), clock = new FakeClock(Date.UTC(2026, 0, 5, 12))) {
    this.store = store;
    this.clock = clock;
    this.webhook = new Webhook({
      fetch: (_address, init) => {
        this.sent.push(JSON.parse(init?.body as string) as (typeof this.sent)[number]);
        return Promise.resolve(new Response(null, { status: 204 }));
      },
      clock,
      store,
      redactor: { add: () => undefined, remove: () => undefined },
    });
    this.alarms = new Alarms({
      connectionId: 'c1',
      clock,
      store,
      settings: () => this.settings,
      nameOf: (id) => this.nameOf(id),
      changed: (view) => this.views.push(view),
      rang: (ring) => this.rings.push(ring),
      recovered: (alarm) => this.recovered.push(alarm),
      webhook: this.webhook,
    });
  }

  get raised(): readonly Alarm[] {
    return this.alarms.view.raised;
  }

  judge(id: string, verdicts: Verdicts, isOffAir = false): void {
    this.alarms.judged(id, checksOf(verdicts), this.clock.now(), isOffAir);
  }

  /** Judges streams now and every second, for as long as `ms` take to pass. */
  async judgeFor(ms: number, ids: readonly string[], verdicts: Verdicts): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1_000) {
      for (const id of ids) this.judge(id, verdicts);
      await this.clock.pass(Math.min(1_000, ms - passed));
    }
  }
}
