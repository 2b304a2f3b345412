/** What Tally uses of m3u8-parser 7, which comes without types. */
declare module 'm3u8-parser' {
  interface ParsedSegment {
    readonly uri: string;
    /** In seconds; the target duration where EXTINF is missing. */
    readonly duration?: number;
    /** In milliseconds since 1970, carried on from the last tag; NaN when that can't be read. */
    readonly programDateTime?: number;
    readonly discontinuity?: boolean;
    readonly byterange?: { readonly length?: number };
    readonly custom?: Readonly<Record<string, unknown>>;
  }

  interface ParsedVariant {
    readonly uri: string;
    readonly attributes?: {
      readonly BANDWIDTH?: number;
      readonly 'AVERAGE-BANDWIDTH'?: string;
      readonly CODECS?: string;
      readonly RESOLUTION?: { readonly width?: number; readonly height?: number };
      readonly 'FRAME-RATE'?: number;
      readonly NAME?: string;
      readonly AUDIO?: string;
    };
  }

  interface ParsedAudio {
    readonly default: boolean;
    /** Missing where the sound is in the variants themselves. */
    readonly uri?: string;
  }

  interface ParsedPlaylist {
    readonly targetDuration?: number;
    readonly mediaSequence?: number;
    readonly discontinuitySequence?: number;
    readonly endList?: boolean;
    readonly segments: readonly ParsedSegment[];
    readonly playlists?: readonly ParsedVariant[];
    readonly mediaGroups?: {
      /** By GROUP-ID, then by NAME. */
      readonly AUDIO: Readonly<Record<string, Readonly<Record<string, ParsedAudio>>>>;
    };
  }

  export class Parser {
    constructor(options?: { readonly uri?: string });
    readonly manifest: ParsedPlaylist;
    push(text: string): void;
    end(): void;
    addParser(options: {
      readonly expression: RegExp;
      readonly customType: string;
      readonly segment: boolean;
    }): void;
  }
}
