import { writeFile } from 'node:fs/promises';
import { clipboard, dialog, session, shell } from 'electron';
import type { Host } from '../host.ts';
import { allowCrossOrigin } from './electron-cross-origin.ts';
import { fetchByElectron } from './electron-fetch.ts';
import { isExternalLink } from './guards.ts';

/** What Electron gives to the application. */
export const electronServices = (showAlarms: Host['showAlarms']): Host => ({
  name: 'electron',
  fetch: fetchByElectron,
  clipboard: {
    write: (text) => clipboard.writeText(text),
    read: () => clipboard.readText(),
    clear: () => {
      clipboard.clear();
      return Promise.resolve();
    },
  },
  openLink: async (url) => {
    if (!isExternalLink(url)) throw new Error('Only https addresses are opened in the browser.');
    await shell.openExternal(new URL(url).href);
  },
  saveFile: async (name, text) => {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: name });
    if (canceled || filePath === '') return null;
    await writeFile(filePath, text, { mode: 0o600 });
    return filePath;
  },
  allowCrossOrigin: (hosts) => {
    allowCrossOrigin(session.defaultSession, hosts);
    return Promise.resolve();
  },
  showAlarms,
});
