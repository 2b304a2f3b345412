import { type App, type Session, type WebContents, shell } from 'electron';
import { electronOrigin } from '../../shared/transport.ts';
import { isExternalLink, isOwnPage, mayUse } from './guards.ts';

/** Denies everything to pages but what the application's own page needs. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(details.isMainFrame && mayUse(permission, details.requestingUrl, electronOrigin));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    mayUse(permission, origin, electronOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => {
    event.preventDefault();
  });
}

/** Keeps every page that ever comes into being where it is. */
export function guardPages(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    guardPage(contents);
  });
}

function guardPage(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url, electronOrigin)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

function openOutside(url: string): void {
  if (isExternalLink(url)) shell.openExternal(url).catch(() => undefined);
}
