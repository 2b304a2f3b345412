import type { LiveEntity } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { FramesStanding } from './checks/frames.ts';

/* What the checks judge by. Probes gather it; times are milliseconds since 1970 by this computer's clock. */

/** All that is known of one live entity at a moment. */
export interface Facts {
  readonly now: number;
  /** This computer has no network at all, so a silent stream says nothing of itself. */
  readonly offline: boolean;
  readonly service: ServiceFacts;
  /** As last read; null when it never was. */
  readonly entity: LiveEntity | null;
  /** When its status was last seen to change; null when it never was. */
  readonly statusChangedAt: number | null;
  /** Since when each relay, in the entity's order, has had its status; null where no change was seen. */
  readonly relaysSince: readonly (number | null)[];
  /** null before its addresses were ever asked. */
  readonly stream: StreamFacts | null;
  /** What a player of the page measures now; null when none plays, or when it is older than 10 s. */
  readonly preview: PreviewFacts | null;
  /** How this computer keeps up with that player, by its frames now and before. */
  readonly frames: FramesStanding;
  /** Since when a player has told what it measures without a pause; null when none does. */
  readonly previewSince: number | null;
  /** What was last measured for long enough to tell something, by a player or a sample; null when older than 5 minutes. */
  readonly lastPicture: Dated<PreviewFacts['picture']> | null;
  readonly lastSound: Dated<PreviewFacts['sound']> | null;
}

/** What was measured, and when. */
export interface Dated<T> {
  readonly at: number;
  readonly reading: NonNullable<T>;
}

export interface ServiceFacts {
  readonly lastGoodAt: number | null;
  readonly tookMs: number | null;
  /** Of the last attempt, null when it succeeded. */
  readonly failure: Failure | null;
  /** The service fails for all entities, so that it says nothing of this one. */
  readonly isShared: boolean;
  /** How often this entity is meant to be read. */
  readonly intervalMs: number;
}

/** An answer without Access-Control-Allow-Origin for the page that asked: a browser stops at it. */
export interface KeepingOut {
  readonly url: string;
  /** It would have led on to another address. */
  readonly redirects: boolean;
}

/** How an address answered when it was last asked. */
export interface Answered {
  readonly url: string;
  readonly at: number;
  readonly outcome:
    'ok' | 'status' | 'redirects' | 'unreachable' | 'timed-out' | 'not-understood' | 'too-large';
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  readonly contentType: string | null;
  readonly firstByteMs: number | null;
  /** What keeps web pages from reading it, in the order of redirects; null without a good answer. */
  readonly keptOutBy: readonly KeepingOut[] | null;
}

/** A rendition as a master playlist or a manifest declares it. */
export interface Variant {
  readonly kind: 'video' | 'audio';
  /** The address of its media playlist; empty in a DASH manifest. */
  readonly url: string;
  /** What the stream calls it, like “720p”; made of its size where it has no name. */
  readonly name: string;
  /** Peak and average, in bits a second. */
  readonly bandwidth: number | null;
  readonly averageBandwidth: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly frameRate: number | null;
  /** As in RFC 6381. */
  readonly codecs: readonly string[];
}

/** A media playlist as it stood when last read (RFC 8216, 4.3.3), without its list of segments. */
export interface PlaylistFacts {
  readonly readAt: number;
  /** When its newest segment was first seen. */
  readonly changedAt: number;
  /** When it was last seen to go on after it had stood still for two target durations; null: it never was. */
  readonly resumedAt: number | null;
  readonly targetSeconds: number;
  readonly firstSequence: number;
  /** Media sequence number of the newest segment; firstSequence − 1 without any. */
  readonly lastSequence: number;
  readonly segments: number;
  readonly newestUrl: string | null;
  readonly newestSeconds: number | null;
  readonly longestSeconds: number | null;
  /** EXT-X-ENDLIST. */
  readonly ended: boolean;
  /** Programme time at the end of the newest segment, from EXT-X-PROGRAM-DATE-TIME. */
  readonly edgeAt: number | null;
  /** The last time that the media sequence went back, or left out what was never listed. */
  readonly jump: { readonly at: number; readonly from: number; readonly to: number } | null;
  /** Discontinuities that arrived in the last minute. */
  readonly discontinuitiesInLastMinute: number;
}

/** A segment asked for now and then, to weigh it. */
export interface SegmentSample {
  readonly answered: Answered;
  readonly bytes: number | null;
  readonly seconds: number;
}

export interface RenditionFacts {
  readonly variant: Variant;
  /** null before it was asked. */
  readonly answered: Answered | null;
  /** The last that was understood, though a later answer may have failed. */
  readonly playlist: PlaylistFacts | null;
  /** Oldest first, at most 5. */
  readonly samples: readonly SegmentSample[];
}

export interface DashFacts {
  readonly answered: Answered;
  /** MPD@type is “dynamic” (ISO/IEC 23009-1, 5.3.1.2); null when nothing was understood. */
  readonly dynamic: boolean | null;
  readonly variants: readonly Variant[];
  /** Programme time at the end of the newest segment; null when it can't be told. */
  readonly edgeAt: number | null;
  readonly segmentSeconds: number | null;
}

export interface StreamFacts {
  /** When Tally began to watch it. */
  readonly watchedSince: number;
  /** null: the entity has no HLS address. */
  readonly master: Answered | null;
  /** The renditions that the master lists, or the address itself where it is a media playlist. */
  readonly renditions: readonly RenditionFacts[];
  /** The master itself is a media playlist: there is no ladder. */
  readonly isSinglePlaylist: boolean;
  /** null: no DASH address, or not asked yet. */
  readonly dash: DashFacts | null;
  /** The media server's clock less this computer's, from its Date header; null without one. */
  readonly serverAheadMs: number | null;
  /** How far the newest segment was behind live at each probe of the last 5 minutes, oldest first. */
  readonly behind: readonly { readonly at: number; readonly seconds: number }[];
}
