/** The three kinds of entity that Tally keeps in its library. */
export type EntityKind = 'live' | 'video' | 'preset';

export interface EntityRef {
  readonly kind: EntityKind;
  readonly id: string;
}

/**
 * Something in an answer that the reader put aside: a field it doesn't know, or
 * one whose type is not the documented one. `path` is like `relay[1].status`;
 * `shown` is the value as JSON, secrets masked, at most 200 characters.
 */
export interface Remark {
  readonly path: string;
  readonly kind: 'new' | 'odd';
  readonly shown: string;
}

/*
 * Section 2 of the service interface, as the page may see it. A field that the
 * answer lacked, or that wasn't understood, is undefined. Keys never appear:
 * `hasKey` says that the answer held one.
 */

export interface LiveEntity {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly dvr?: boolean;
  readonly encode?: boolean;
  readonly ingest?: Ingest;
  readonly playback?: Playback;
  /** null: the service said that none is attached. undefined: it said nothing. */
  readonly preset?: VideoPreset | null;
  readonly region?: string;
  readonly relay?: readonly Relay[];
  readonly status?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

export interface Ingest {
  readonly url?: string;
  readonly hasKey: boolean;
}

export interface Playback {
  readonly hls?: string;
  readonly dash?: string;
}

export interface Relay {
  readonly id?: string;
  readonly name?: string;
  readonly url?: string;
  readonly hasKey: boolean;
  readonly status?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

export interface VideoPreset {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly isDefault?: boolean;
  readonly profiles?: readonly Profile[];
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

export interface Profile {
  readonly id?: string;
  readonly name?: string;
  /** Seconds. */
  readonly segmentDuration?: number;
  readonly orientation?: string;
  readonly video?: VideoSettings;
  readonly audio?: AudioSettings;
}

/** As the service writes them: numeric text, bit rates with a trailing K. */
export interface VideoSettings {
  readonly resolution?: string;
  readonly codec?: string;
  readonly bitrate?: string;
  readonly frameRate?: string;
}

export interface AudioSettings {
  readonly channel?: string;
  readonly codec?: string;
  readonly bitrate?: string;
  readonly frameRate?: string;
}

export interface VideoEntity {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly shortDescription?: string;
  readonly view?: number;
  readonly poster?: string;
  readonly thumbnail?: string;
  readonly inputType?: string;
  /** Seconds, possibly fractional. */
  readonly duration?: number;
  readonly publishToCdn?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}
