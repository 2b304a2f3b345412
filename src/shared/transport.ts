/*
 * The names that a host's preload script and its main process agree on. Nothing
 * in here may import the contract's schemas: the preload scripts are bundled.
 */

/** Electron's two channels: calls of the page, and pushes to it. */
export const callChannel = 'tally:call';
export const pushChannel = 'tally:push';

/** The two functions in the page of the Chromium host; both carry JSON. */
export const callBinding = '__tallyCall';
export const pushFunction = '__tallyPush';

/** Where the page is served in Electron. */
export const electronOrigin = 'tally://app';
/**
 * Where the page is served in the Chromium host: a secure context, as `localhost`
 * is, but not https, so that streams over plain http are not mixed content.
 */
export const chromiumOrigin = 'http://tally.localhost';
