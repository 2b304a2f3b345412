export type Platform = 'linux' | 'mac' | 'windows';

/** The operating system, as the browser tells it. */
export const platform: Platform = navigator.userAgent.includes('Mac')
  ? 'mac'
  : navigator.userAgent.includes('Windows')
    ? 'windows'
    : 'linux';

/** The name of the key for shortcuts. */
export const commandKey = platform === 'mac' ? '⌘' : 'Ctrl';

/** Whether Ctrl or Cmd is pressed with a letter, and nothing else, on whatever keyboard layout. */
export function isShortcut(event: KeyboardEvent, letter: string): boolean {
  const { altKey, shiftKey, repeat, ctrlKey, metaKey, code } = event;
  const isCommand = platform === 'mac' ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!isCommand || altKey || shiftKey || repeat) return false;
  const key = event.key.toLowerCase();
  // A layout without Latin letters has the letter where the key is.
  return key === letter || (!/^[a-z]$/.test(key) && code === `Key${letter.toUpperCase()}`);
}
