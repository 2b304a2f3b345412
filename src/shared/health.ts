/*
 * The language of judging: checks, their verdicts, alarms, the timeline. Times
 * are milliseconds since 1970 unless a name says otherwise.
 */

/** The checks, in the order of the list "Checks". */
export const checkNames = [
  'service',
  'on-air',
  'relays',
  'hls',
  'playlist',
  'behind-live',
  'ladder',
  'bitrate',
  'browsers',
  'dash',
  'picture',
  'sound',
  'smooth',
] as const;
export type CheckName = (typeof checkNames)[number];

/** What a producer calls each check. */
export const checkTitles: Readonly<Record<CheckName, string>> = {
  service: 'Service answers',
  'on-air': 'On air',
  relays: 'Relays',
  hls: 'HLS reachable',
  playlist: 'Playlist is fresh',
  'behind-live': 'Behind live',
  ladder: 'Ladder matches the preset',
  bitrate: 'Measured bitrate',
  browsers: 'Browsers can play it',
  dash: 'DASH agrees with HLS',
  picture: 'Picture is moving',
  sound: 'Sound is present',
  smooth: 'Smooth here',
};

export type Verdict = 'good' | 'warning' | 'failing' | 'unknown';

/** One check of one stream, judged. */
export interface Check {
  readonly name: CheckName;
  readonly verdict: Verdict;
  /** One sentence with figures, without the check's name: “Newest segment 1.4 s old, target 2 s.” */
  readonly reason: string;
  /** The one figure that tells most, like “1.4 s”; empty without one. */
  readonly figure: string;
  /** Since when the verdict is what it is. */
  readonly since: number;
}

/** One sentence, at most 140 characters in all; `lead` is its beginning, to be set in bold. */
export interface Summary {
  readonly tone: 'ok' | 'warn' | 'bad' | 'unknown';
  readonly lead: string;
  readonly rest: string;
}

/** All that Tally judges of one live entity. */
export interface Health {
  readonly connectionId: string;
  readonly id: string;
  readonly judgedAt: number;
  /** In the order of `checkNames`. */
  readonly checks: readonly Check[];
  readonly summary: Summary;
  /** Hosts that keep web pages from reading the stream, by their CORS answer. */
  readonly blockedHosts: readonly string[];
  /** Hosts whose stream this page may read all the same, by “Preview anyway”. */
  readonly allowedHosts: readonly string[];
}

/** A live entity as the wall and the sidebar show it. */
export interface StreamRow {
  readonly id: string;
  readonly onAir: boolean;
  /** The worst of its checks; unknown before any was judged. */
  readonly verdict: Verdict;
  /** At most 40 characters: the worst that is wrong, else how far behind live. */
  readonly line: string;
  /** The playback address, null without one. */
  readonly hls: string | null;
  /** The stream has sound and no picture. */
  readonly soundOnly: boolean;
  /** Alarms of it that are raised now. */
  readonly alarms: number;
}

export interface StreamList {
  readonly connectionId: string | null;
  readonly rows: readonly StreamRow[];
}

export interface StreamsChange {
  readonly connectionId: string;
  readonly changed: readonly StreamRow[];
  readonly removed: readonly string[];
}

/** Playlists as they were read, so that a player may begin without asking for them again. */
export interface HeldPlaylists {
  readonly readAt: number;
  readonly master: HeldText | null;
  /** Media playlists, the one that a preview begins with first. */
  readonly media: readonly HeldText[];
}

export interface HeldText {
  /** As asked for. */
  readonly url: string;
  /** Where the answer came from, after redirects: relative addresses count from here. */
  readonly finalUrl: string;
  readonly text: string;
  readonly readAt: number;
}

/** What was measured of a stream at a moment, or on average over the span that a point stands for; null is unknown. */
export interface TimelinePoint {
  readonly at: number;
  /** Of the newest segment; of a preview’s picture where the playlists hold no programme time. */
  readonly behindSeconds: number | null;
  /** Of the best rendition’s segments; of what a preview loads where none was weighed. */
  readonly bitsPerSecond: number | null;
  /** Short-term loudness in LUFS, by a preview or a tile. */
  readonly loudness: number | null;
}

/** A verdict that changed, or an alarm. */
export interface TimelineEvent {
  readonly at: number;
  readonly check: CheckName;
  readonly verdict: Verdict;
  readonly reason: string;
}

export interface Timeline {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** Oldest first. */
  readonly points: readonly TimelinePoint[];
  readonly events: readonly TimelineEvent[];
}

/** How much an alarm matters: `high` rings and notifies, `low` is only listed, `off` never is one. */
export type Severity = 'high' | 'low' | 'off';

/** Something that went wrong for longer than its delay. */
export interface Alarm {
  readonly id: string;
  /**
   * All but `check` stand for many streams at once: `overload` for the check `smooth` of those
   * played here, `service` for the check `service` of all.
   */
  readonly kind: 'check' | 'network' | 'sleep' | 'overload' | 'service';
  /** The live entity, null for all kinds but `check`. */
  readonly entityId: string | null;
  /** Its name when the alarm was raised. */
  readonly name: string;
  readonly check: CheckName | null;
  readonly severity: 'high' | 'low';
  /** As raised, or as it stands while it is raised. */
  readonly reason: string;
  /** When it began to fail; `raisedAt` is later by the delay. */
  readonly failingSince: number;
  readonly raisedAt: number;
  readonly acknowledgedAt: number | null;
  readonly recoveredAt: number | null;
}

export interface AlarmsView {
  readonly connectionId: string | null;
  /** Not acknowledged first, then the newest first. */
  readonly raised: readonly Alarm[];
  /** `until`: null is until it is unmuted. */
  readonly muted: readonly { readonly id: string; readonly until: number | null }[];
  /** Quiet hours are on now. */
  readonly quiet: boolean;
}

export interface EarlierAlarms {
  readonly rows: readonly Alarm[];
  readonly more: boolean;
}

export interface Ring {
  readonly alarm: Alarm;
  readonly sound: boolean;
  readonly notification: boolean;
}

export interface WebhookView {
  /** The address's host; null when none is set. The rest of it may be a secret. */
  readonly host: string | null;
  /** Messages that wait to be sent again. */
  readonly waiting: number;
  readonly lastSentAt: number | null;
  /** Why the last attempt failed, as a sentence; null when it worked. */
  readonly trouble: string | null;
}
