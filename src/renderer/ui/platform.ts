export type Platform = 'linux' | 'mac' | 'windows';

/** The operating system, as the browser tells it. */
export const platform: Platform = /Mac/.test(navigator.userAgent)
  ? 'mac'
  : /Windows/.test(navigator.userAgent)
    ? 'windows'
    : 'linux';

/** The name of the key for shortcuts. */
export const commandKey = platform === 'mac' ? '⌘' : 'Ctrl';
