/** As much of the Document Picture-in-Picture interface (WICG) as is used. */
interface DocumentPictureInPicture {
  requestWindow(size: { readonly width: number; readonly height: number }): Promise<PoppedWindow>;
}

export type PoppedWindow = Window & Pick<typeof globalThis, 'CSSStyleSheet'>;

/** `page`: any content in a window of its own; `video`: only the picture, in the system's frame. */
export type WayOut = 'page' | 'video' | 'none';

const given = (): DocumentPictureInPicture | undefined =>
  (window as { readonly documentPictureInPicture?: DocumentPictureInPicture })
    .documentPictureInPicture;

/** What this browser can keep above other windows. */
export function wayOut(): WayOut {
  // Electron names the interface, but opens no window (electron/electron#39633).
  if (given() !== undefined && !navigator.userAgent.includes('Electron')) return 'page';
  return document.pictureInPictureEnabled ? 'video' : 'none';
}

/**
 * Opens an empty window that stays above others, in the styles of this page. Rejects when
 * the browser refuses, as without a click or a key just before.
 */
export async function openPoppedWindow(size: {
  readonly width: number;
  readonly height: number;
}): Promise<PoppedWindow> {
  const opened = await given()?.requestWindow(size);
  if (opened === undefined) throw new Error('There is no picture-in-picture for documents.');
  // Only through its rules: links would be fetched, and style elements are against the policy.
  const sheet = new opened.CSSStyleSheet();
  sheet.replaceSync(rulesOf(document.styleSheets));
  opened.document.adoptedStyleSheets = [sheet];
  opened.document.documentElement.lang = document.documentElement.lang;
  return opened;
}

const rulesOf = (sheets: Iterable<CSSStyleSheet>): string =>
  [...sheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n');
