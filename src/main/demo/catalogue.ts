/** A JSON object of the service interface, with the names of its section 2. */
export type Fields = Readonly<Record<string, unknown>>;

/** A live entity as the demo keeps it; playback and preset are added when it is sent. */
export interface LiveRecord {
  readonly fields: Fields & { readonly id: string };
  readonly presetId: string | null;
}

export interface PresetRecord {
  readonly fields: Fields & { readonly id: string };
  readonly isDefault: boolean;
  readonly profiles: readonly (Fields & { readonly id: string })[];
}

export interface VideoRecord {
  readonly fields: Fields & { readonly id: string };
}

export interface Catalogue {
  readonly lives: readonly LiveRecord[];
  readonly videos: readonly VideoRecord[];
  readonly presets: readonly PresetRecord[];
  /** Which live entities an encoder sends to, and how long it has, in seconds. */
  readonly onAir: readonly { readonly id: string; readonly forSeconds: number }[];
}

/** A moment as the service writes it, without fractional seconds. */
export const timestamp = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

const DAY = 86_400_000;

const profile = (name: string, height: number, video: string, portrait = false) => ({
  id: `profile_${name}`,
  name,
  segment_duration: 2,
  orientation: portrait ? 'portrait' : 'landscape',
  video_profile: {
    video_resolution: String(height),
    video_codec: 'h264',
    video_bitrate: video,
    video_frame_rate: '30',
  },
  audio_profile: {
    audio_channel: '2',
    audio_codec: 'AAC',
    audio_bitrate: '48K',
    audio_frame_rate: '48000',
  },
});

const relay = (id: string, name: string, status: string, at: string) => ({
  id: `relay_${id}`,
  name,
  url: `rtmp://relay.example.com/${id.replaceAll('_', '-')}`,
  key: `demo-relay-key-${id.replaceAll('_', '-')}`,
  status,
  created_at: at,
  updated_at: at,
});

/** What the demo holds when it starts; `pictures` is the address of its pictures' folder. */
export function catalogue(now: number, pictures: string): Catalogue {
  const at = (daysAgo: number): string => timestamp(now - daysAgo * DAY);

  const live = (name: string, id: string, daysAgo: number, fields: Fields) => ({
    id: `live_${id}`,
    name,
    description: '',
    dvr: false,
    encode: true,
    ingest: {
      url: 'rtmp://ingest.example.com/live',
      key: `demo-stream-key-${id.replaceAll('_', '-')}`,
    },
    region: 'eu-frankfurt-1',
    relay: [] as Fields[],
    status: 'broadcasting',
    created_at: at(daysAgo),
    updated_at: at(daysAgo / 3),
    ...fields,
  });

  const video = (name: string, id: string, daysAgo: number, fields: Fields) => ({
    id: `video_${id}`,
    name,
    view: 0,
    poster: `${pictures}/${id}-poster.svg`,
    thumbnail: `${pictures}/${id}-thumbnail.svg`,
    input_type: 'VOD',
    duration: 30,
    publish_to_cdn: 'success',
    created_at: at(daysAgo),
    updated_at: at(daysAgo / 3),
    ...fields,
  });

  return {
    lives: [
      {
        presetId: 'preset_event_ladder',
        fields: live('Morning show', 'morning_show', 90, {
          description: 'Weekdays from seven to nine.',
          relay: [
            relay('partner_site', 'Partner site', 'enable', at(60)),
            relay('city_channel', 'City channel', 'enable', at(45)),
          ],
        }),
      },
      {
        presetId: null,
        fields: live('Rehearsal', 'rehearsal', 12, {
          description: 'For trying out encoders; nothing goes out from here.',
          encode: false,
          status: 'ready',
        }),
      },
      {
        presetId: 'preset_event_ladder',
        fields: live('Studio B', 'studio_b', 200, {
          description: 'The small studio, for interviews.',
          dvr: true,
          relay: [
            relay('studio_b_partner', 'Partner site', 'enable', at(100)),
            relay('studio_b_city', 'City channel', 'error', at(100)),
          ],
        }),
      },
    ],
    videos: [
      {
        fields: video('Opening titles', 'opening_titles', 320, {
          description: 'The titles that open the morning show, with the new music.',
          short_description: 'Titles of the morning show',
          view: 1_284,
          duration: 12.5,
        }),
      },
      {
        fields: video('Match recap, week 46', 'match_recap', 4, {
          description: 'The goals and the voices after the match.',
          short_description: 'Goals of the week',
          view: 86,
          duration: 184,
          publish_to_cdn: 'queue',
        }),
      },
    ],
    presets: [
      {
        fields: {
          id: 'preset_event_ladder',
          name: 'Event ladder',
          description: 'Three renditions for events.',
          created_at: at(400),
          updated_at: at(30),
        },
        isDefault: true,
        profiles: [
          profile('360p', 360, '500K'),
          profile('240p', 240, '220K'),
          profile('144p', 144, '100K'),
        ],
      },
      {
        fields: {
          id: 'preset_upright',
          name: 'Upright clip',
          description: '',
          created_at: at(75),
          updated_at: at(75),
        },
        isDefault: false,
        profiles: [profile('upright_720p', 720, '1800K', true)],
      },
    ],
    onAir: [
      { id: 'live_morning_show', forSeconds: 600 },
      { id: 'live_studio_b', forSeconds: 607 },
    ],
  };
}
