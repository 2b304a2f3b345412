import { z } from 'zod';
import { identifier } from './edit-arguments.ts';
import { type CheckName, checkNames } from './health.ts';
import { type ThresholdName, crossedPairs, thresholdTable } from './thresholds.ts';

/* The arguments of the calls that watch, as schemas; contract.ts names the calls. */

const figure = z.number().nullable();
const atLeastZero = z.number().min(0);

const measured = z.strictObject({
  id: identifier,
  at: z.int(),
  /** `sample`: frames taken now and then of a stream that has no preview. */
  from: z.enum(['preview', 'sample']),
  state: z.enum(['loading', 'waiting', 'playing', 'paused', 'stalled', 'ended', 'trouble']),
  behindSeconds: figure,
  bitsPerSecond: figure,
  framesPerSecond: figure,
  declaredFrameRate: figure,
  /** 0 to 1, of the last 30 s; null in the first 10 s of a picture, which say nothing of this computer. */
  droppedShare: figure,
  stallsInLastMinute: atLeastZero,
  stalledMs: atLeastZero,
  /** null when the picture can't be watched: paused, out of sight, sound only. */
  picture: z
    .strictObject({
      /** 0 to 255, of the last frame that was looked at. */
      meanLuma: z.number().min(0).max(255),
      /** For how long the luma has been under the threshold; 0 when it isn't. */
      darkMs: atLeastZero,
      /** For how long no change was seen. */
      stillMs: atLeastZero,
      /** For how long it has been looked at: what is dark or still for as long may just have begun. */
      seenMs: atLeastZero,
    })
    .nullable(),
  /** null when the sound can't be heard by Tally. */
  sound: z
    .strictObject({
      hasTrack: z.boolean(),
      /** The highest sample level of the last second, in dBFS; −120 is digital silence. */
      levelDbfs: z.number(),
      /** For how long the level has been under the threshold. */
      silentMs: atLeastZero,
      /** For how long it has been heard without a pause. */
      heardMs: atLeastZero,
      /** LUFS after ITU-R BS.1770; null before enough was heard, or at silence. */
      momentary: figure,
      shortTerm: figure,
      integrated: figure,
    })
    .nullable(),
});

export const previewFacts = z.strictObject({ facts: z.array(measured).max(100) });

export const timelineAsked = z.strictObject({ id: identifier, span: z.enum(['15m', '2h', '24h']) });

/** `ids`: null is all that are raised. */
export const alarmIds = z.strictObject({ ids: z.array(z.uuid()).max(10_000).nullable() });
/** `before`: the `recoveredAt` and id of the last row of the page before. */
export const earlierPage = z.strictObject({
  before: z.strictObject({ recoveredAt: z.int(), id: z.uuid() }).nullable(),
  limit: z.int().min(1).max(500),
});
/** `minutes`: null is until it is unmuted. */
export const muted = z.strictObject({
  id: identifier,
  minutes: z.int().min(1).max(100_000).nullable(),
});
export const exportFormat = z.strictObject({ format: z.enum(['csv', 'json']) });
export const webhookAddress = z.strictObject({ address: z.string().max(8_192).nullable() });

const severity = z.enum(['high', 'low', 'off']);
const delays = z.strictObject({
  /** How long it must fail before an alarm is raised, and be good before it has recovered. */
  raiseSeconds: z.number().min(0).max(86_400),
  recoverSeconds: z.number().min(0).max(86_400),
});
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const perCheck = <S extends z.ZodType>(schema: S) =>
  z.strictObject(
    Object.fromEntries(checkNames.map((name) => [name, schema])) as Record<CheckName, S>,
  );

/** As stored: of an earlier version, its thresholds may be crossed. */
export const storedWatchSettings = z.strictObject({
  thresholds: z.strictObject(
    Object.fromEntries(
      Object.entries(thresholdTable).map(([name, { min, max }]) => [
        name,
        z.number().min(min).max(max),
      ]),
    ) as Record<ThresholdName, z.ZodNumber>,
  ),
  severities: perCheck(severity),
  delays: perCheck(delays),
  sound: z.boolean(),
  notifications: z.boolean(),
  /** In the workstation's time; from 22:00 to 07:00 spans midnight. Alarms are listed but neither ring nor notify. */
  quietHours: z.strictObject({ on: z.boolean(), from: timeOfDay, to: timeOfDay }),
});

export const watchSettings = storedWatchSettings.superRefine(({ thresholds }, context) => {
  for (const [lower, upper] of crossedPairs(thresholds))
    context.addIssue({
      code: 'custom',
      path: ['thresholds', lower],
      message: `“${thresholdTable[lower].label}” must not be above “${thresholdTable[upper].label}”.`,
    });
});

export type PreviewFacts = z.infer<typeof measured>;
export type TimelineSpan = z.infer<typeof timelineAsked>['span'];
export type Delays = z.infer<typeof delays>;
export type WatchSettings = z.infer<typeof watchSettings>;
