/* What the demo service holds, as the specs rely on it. */

export const morningShow = {
  id: 'live_morning_show',
  name: 'Morning show',
  streamKey: 'demo-stream-key-morning-show',
  relayKey: 'demo-relay-key-partner-site',
};

export const rehearsal = { id: 'live_rehearsal', name: 'Rehearsal' };

/** On air, with a relay whose status is `error`. */
export const studioB = { id: 'live_studio_b', name: 'Studio B' };

export const unauthorisedMessage = 'The API token is missing or not valid.';
