import { writeFile } from 'node:fs/promises';
import { clipboard, dialog, net, session, shell } from 'electron';
import type { Host } from '../host.ts';
import { allowCrossOrigin } from './electron-cross-origin.ts';
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

/**
 * Electron's fetch, which obeys the system's proxies and certificates. A redirect
 * that isn't to be followed is a rejection there; the service client knows it.
 */
function fetchByElectron(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const address = input instanceof URL ? input.href : input;
  return net.fetch(address, { credentials: 'omit', cache: 'no-store', ...init });
}
