/**
 * What a host (Electron, or Node with an installed Chromium) gives to the
 * application. Everything else is the same in both.
 */
export interface Host {
  readonly name: 'electron' | 'chromium';
  /** Obeys the system's proxies and certificates where the host can. */
  readonly fetch: typeof fetch;
  readonly clipboard: Clipboard;
  /** Opens an https address in the producer's own browser. */
  openLink(url: string): Promise<void>;
}

export interface Clipboard {
  write(text: string): Promise<void>;
  read(): Promise<string>;
  clear(): Promise<void>;
}
