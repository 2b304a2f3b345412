import { type EditSettings, editSettings } from '../shared/edit-arguments.ts';
import type { Settings } from './library/settings.ts';

const usual: EditSettings = { waitForClick: false, historyDays: 90 };
const name = 'edits';

/** The settings of editing, the usual ones where none are stored. */
export function readEditSettings(settings: Settings): EditSettings {
  const stored = editSettings.safeParse(settings.get(name));
  return stored.success ? stored.data : usual;
}

export function writeEditSettings(settings: Settings, value: EditSettings): void {
  settings.set(name, value);
}
