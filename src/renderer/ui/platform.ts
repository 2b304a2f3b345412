export type Platform = 'linux' | 'mac' | 'windows';

/** The operating system, as the browser tells it. */
export const platform: Platform = navigator.userAgent.includes('Mac')
  ? 'mac'
  : navigator.userAgent.includes('Windows')
    ? 'windows'
    : 'linux';

/** The name of the key for shortcuts. */
export const commandKey = platform === 'mac' ? '⌘' : 'Ctrl';
