import type { BrowserContext, CDPSession } from 'playwright';
import type { Clipboard } from '../host.ts';

const origin = 'http://clipboard.localhost';
const patienceMs = 5_000;

/**
 * The system's clipboard by way of the browser. It is used in a hidden page of an
 * origin of its own, made for each use, so that the application's page neither
 * sees what is copied nor has a permission to read the clipboard.
 */
export class HiddenClipboard implements Clipboard {
  readonly #context: () => BrowserContext | null;
  #last: Promise<unknown> = Promise.resolve();

  /** `context` gives the open browser's, or null when none is open. */
  constructor(context: () => BrowserContext | null) {
    this.#context = context;
  }

  async write(text: string): Promise<void> {
    await this.#run(`navigator.clipboard.writeText(${JSON.stringify(text)}).then(() => '')`);
  }

  read(): Promise<string> {
    return this.#run('navigator.clipboard.readText()');
  }

  clear(): Promise<void> {
    return this.write('');
  }

  #run(expression: string): Promise<string> {
    const run = this.#last.then(() => this.#inHiddenPage(expression));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #inHiddenPage(expression: string): Promise<string> {
    const context = this.#context();
    const session = await context?.browser()?.newBrowserCDPSession();
    if (!context || !session) throw new Error('The browser is closed, so its clipboard is too.');
    try {
      // Not by this session: what a session grants, and all others, ends with it.
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      return await withinTime(evaluateHidden(session, expression));
    } finally {
      // The hidden page ends with the session that made it.
      await session.detach().catch(() => undefined);
    }
  }
}

async function evaluateHidden(session: CDPSession, expression: string): Promise<string> {
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    hidden: true,
    background: true,
  });
  const page = await HiddenPage.attach(session, targetId);
  try {
    await page.open();
    return await page.evaluate(expression);
  } finally {
    await session.send('Target.closeTarget', { targetId }).catch(() => undefined);
  }
}

/** Speaks to a page that the browser's other clients don't know, inside their one connection. */
class HiddenPage {
  readonly #session: CDPSession;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #loaded: () => void = () => undefined;

  private constructor(session: CDPSession, sessionId: string) {
    this.#session = session;
    this.#sessionId = sessionId;
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      this.#receive(JSON.parse(message) as Answer);
    });
  }

  static async attach(session: CDPSession, targetId: string): Promise<HiddenPage> {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    return new HiddenPage(session, sessionId);
  }

  /** The clipboard wants a secure context that has the focus; the address leads nowhere. */
  async open(): Promise<void> {
    await this.#send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] });
    await this.#send('Page.enable', {});
    await this.#send('Emulation.setFocusEmulationEnabled', { enabled: true });
    const loaded = new Promise<void>((resolve) => {
      this.#loaded = resolve;
    });
    await this.#send('Page.navigate', { url: `${origin}/` });
    await loaded;
  }

  async evaluate(expression: string): Promise<string> {
    const { result } = await this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (result?.exceptionDetails !== undefined)
      throw new Error('The browser refused the use of its clipboard.');
    const value = result?.result?.value;
    return typeof value === 'string' ? value : '';
  }

  async #send(method: string, params: object): Promise<Answer> {
    const id = ++this.#lastId;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    return answered;
  }

  #receive(answer: Answer): void {
    if (answer.id !== undefined) {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    }
    if (answer.method === 'Page.loadEventFired') this.#loaded();
    const requestId = answer.params?.requestId;
    if (answer.method !== 'Fetch.requestPaused' || requestId === undefined) return;
    void this.#send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'Content-Type', value: 'text/html' }],
      body: '',
    });
  }
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: unknown;
  };
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The clipboard didn’t answer in time.'));
    }, patienceMs);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}
