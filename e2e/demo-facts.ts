/* What the demo service holds, as the specs rely on it. */

export const morningShow = {
  id: 'live_morning_show',
  name: 'Morning show',
  streamKey: 'demo-stream-key-morning-show',
  relayKey: 'demo-relay-key-partner-site',
};

/** The relays of Morning show, as they are sent. */
export const partner = {
  url: 'rtmp://relay.example.com/partner-site',
  key: 'demo-relay-key-partner-site',
  name: 'Partner site',
};
export const city = {
  url: 'rtmp://relay.example.com/city-channel',
  key: 'demo-relay-key-city-channel',
  name: 'City channel',
};

export const rehearsal = { id: 'live_rehearsal', name: 'Rehearsal' };

/** On air, with a relay whose status is `error`. */
export const studioB = { id: 'live_studio_b', name: 'Studio B' };

export const openingTitles = {
  id: 'video_opening_titles',
  name: 'Opening titles',
  description: 'The titles that open the morning show, with the new music.',
  shortDescription: 'Titles of the morning show',
};

/** Three profiles; used by Morning show and Studio B. */
export const eventLadder = { id: 'preset_event_ladder', name: 'Event ladder' };

export const unauthorisedMessage = 'The API token is missing or not valid.';
