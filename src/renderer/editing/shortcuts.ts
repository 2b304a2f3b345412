/** What a key asks of a form: Ctrl or Cmd with S, Z, Shift Z, and Ctrl Y. */
export function shortcutOf(event: KeyboardEvent): 'review' | 'undo' | 'redo' | null {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!(ctrlKey || metaKey) || altKey) return null;
  switch (event.key.toLowerCase()) {
    case 's':
      return shiftKey ? null : 'review';
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return ctrlKey && !shiftKey ? 'redo' : null;
    default:
      return null;
  }
}
