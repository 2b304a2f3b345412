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
  /**
   * Writes a file where the producer wants it, or where downloads go on this
   * system. Gives its path, null when the producer cancelled; throws what the disk throws.
   */
  saveFile(name: string, text: string): Promise<string | null>;
  /** Lets the page read media of these hosts (with port), though they send no CORS header; replaces the last list. */
  allowCrossOrigin(hosts: readonly string[]): Promise<void>;
  /** Shows how many alarms are raised, and the worst as a sentence, where the system has a place for it. */
  showAlarms(count: number, sentence: string): void;
}

export interface Clipboard {
  write(text: string): Promise<void>;
  read(): Promise<string>;
  clear(): Promise<void>;
}
