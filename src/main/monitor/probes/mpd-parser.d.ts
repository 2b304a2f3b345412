/** What Tally uses of mpd-parser 1, which comes without types. */
declare module 'mpd-parser' {
  interface Representation {
    readonly attributes: {
      readonly type?: string;
      /** In seconds since 1970. */
      readonly availabilityStartTime?: number;
      /** In seconds; null when it can't be told. */
      readonly periodStart?: number | null;
      readonly id?: string;
      readonly mimeType?: string;
      readonly contentType?: string;
      readonly bandwidth?: number;
      readonly codecs?: string;
      readonly width?: number;
      readonly height?: number;
      readonly frameRate?: number;
    };
    readonly segmentInfo: {
      readonly template?: SegmentInfo;
      readonly list?: SegmentInfo;
      readonly segmentTimeline?: readonly TimelineEntry[];
    };
  }

  interface SegmentInfo {
    /** Units in a second; 1 where it is missing. */
    readonly timescale?: number;
    readonly duration?: number;
    readonly presentationTimeOffset?: number;
  }

  interface TimelineEntry {
    readonly t?: number;
    readonly d?: number;
    readonly r?: number;
  }

  /** Throws when the text isn't an MPD. */
  export function stringToMpdXml(text: string): unknown;
  /** Throws when it has no period. */
  export function inheritAttributes(
    mpd: unknown,
    options: { readonly manifestUri: string },
  ): { readonly representationInfo: readonly Representation[] };
}
