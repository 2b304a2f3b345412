import { overloadReason } from './alarms/alarm-words.ts';
import { type Overload, overloadOf } from './alarms/our-computer.ts';
import { serviceReason } from './checks/service.ts';
import type { MonitorParts } from './monitor-parts.ts';
import type { WatchedStream } from './watched-stream.ts';

/** Tells the alarms what one cause does to many streams: this computer's overload, the service's trouble. */
export class CommonCauses {
  readonly #parts: Pick<MonitorParts, 'alarms' | 'serviceTrouble' | 'settings'>;
  #overload: Overload | null = null;

  constructor(parts: Pick<MonitorParts, 'alarms' | 'serviceTrouble' | 'settings'>) {
    this.#parts = parts;
  }

  judge(streams: Iterable<WatchedStream>, now: number): void {
    const { alarms, serviceTrouble, settings } = this.#parts;
    const played = [...streams].flatMap(({ framesHere }) => framesHere ?? []);
    this.#overload = overloadOf(played, this.#overload);
    alarms.judgedMany('smooth', this.#overload && overloadReason(this.#overload), now);
    const trouble = serviceTrouble();
    const reason = trouble && serviceReason(trouble, settings().thresholds, now);
    alarms.judgedMany('service', reason, now);
  }
}
