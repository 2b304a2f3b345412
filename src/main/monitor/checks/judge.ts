import type { CheckName } from '../../../shared/health.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';
import type { Facts } from '../facts.ts';
import { behindLive } from './behind-live.ts';
import { bitrate } from './bitrate.ts';
import { browsers } from './browsers.ts';
import { dash } from './dash.ts';
import { hls } from './hls.ts';
import type { Judge, Judged } from './judged.ts';
import { ladder } from './ladder.ts';
import { onAir } from './on-air.ts';
import { picture } from './picture.ts';
import { playlist } from './playlist.ts';
import { relays } from './relays.ts';
import { service } from './service.ts';
import { smooth } from './smooth.ts';
import { sound } from './sound.ts';

/** In the order of `checkNames`. */
const judges: Readonly<Record<CheckName, Judge>> = {
  service,
  'on-air': onAir,
  relays,
  hls,
  playlist,
  'behind-live': behindLive,
  ladder,
  bitrate,
  browsers,
  dash,
  picture,
  sound,
  smooth,
};
const inOrder = Object.values(judges);

/** Every check of one stream, in the order of `checkNames`; the same for the same facts. */
export const judge = (facts: Facts, thresholds: Thresholds): readonly Judged[] =>
  inOrder.map((one) => one(facts, thresholds));
