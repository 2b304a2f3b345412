import type { Session } from 'electron';
import { crossOriginHeaders, isCrossOriginHeader, isOfHost, patternsOf } from './cross-origin.ts';

/** Lets the page read what these hosts (with port) send; none ends it. Replaces the last list. */
export function allowCrossOrigin({ webRequest }: Session, hosts: readonly string[]): void {
  if (hosts.length === 0) {
    webRequest.onHeadersReceived(null);
    return;
  }
  webRequest.onHeadersReceived({ urls: patternsOf(hosts) }, (answer, go) => {
    // Main's own requests, which are those to the service, come without a page.
    if (answer.webContentsId === undefined || !isOfHost(answer.url, hosts)) {
      go({});
      return;
    }
    const kept = Object.entries(answer.responseHeaders ?? {}).filter(
      ([name]) => !isCrossOriginHeader(name),
    );
    go({
      responseHeaders: { ...Object.fromEntries(kept), ...crossOriginHeaders },
      ...(answer.method === 'OPTIONS' ? { statusLine: 'HTTP/1.1 204 No Content' } : {}),
    });
  });
}
