import { pictureAddressFindings } from '../../shared/media-addresses.ts';

/** Why a picture can't be shown, as far as a page can know. */
export type PictureTrouble =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'no-picture' | 'unreachable' | 'silent' | 'offline' | 'password' };

export interface LoadedPicture {
  /** The very element that was loaded, so that nothing is fetched twice. */
  readonly image: Node;
  /** In pixels; 0 when the picture has no size of its own. */
  readonly width: number;
  readonly height: number;
}

/** What it gives once `signal` aborted is of no use to anybody. */
export type LoadPicture = (
  address: string,
  signal: AbortSignal,
) => Promise<LoadedPicture | { readonly trouble: PictureTrouble }>;

const timeoutMs = 20_000;

/** Loads a picture as a viewer's browser does, without telling from where. */
export const loadPicture: LoadPicture = async (address, signal) => {
  const image = new Image();
  image.referrerPolicy = 'no-referrer';
  image.alt = '';
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([signal, timeout]);
  try {
    const { promise, reject } = Promise.withResolvers<never>();
    ended.addEventListener('abort', () => {
      reject(new Error('ended'));
    });
    image.src = address;
    await Promise.race([image.decode(), promise]);
    return { image, width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    if (ended.aborted) image.src = '';
    if (timeout.aborted || signal.aborted) return { trouble: { kind: 'silent' } };
    return {
      trouble: await troubleWith(address, {
        fetch,
        isOnline: () => navigator.onLine,
        signal: ended,
      }),
    };
  }
};

interface Asking {
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  readonly signal: AbortSignal;
}

/** A browser hides why a picture failed; asking for the same address tells some of it. */
export async function troubleWith(
  address: string,
  { fetch, isOnline, signal }: Asking,
): Promise<PictureTrouble> {
  const url = URL.parse(address);
  if (url !== null && `${url.username}${url.password}` !== '') return { kind: 'password' };
  const ask = async (mode: RequestMode): Promise<Response> => {
    const response = await fetch(address, {
      mode,
      signal,
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
    });
    await response.body?.cancel();
    return response;
  };
  try {
    const { ok, status } = await ask('cors');
    return ok ? { kind: 'no-picture' } : { kind: 'status', status };
  } catch {
    // Most servers don't let a page read what they answer; that they answer is told without.
    try {
      await ask('no-cors');
      return { kind: 'no-picture' };
    } catch {
      if (signal.aborted) return { kind: 'silent' };
      return { kind: isOnline() ? 'unreachable' : 'offline' };
    }
  }
}

const words: Record<Exclude<PictureTrouble['kind'], 'status'>, string> = {
  'no-picture': 'the address answers, but not with a picture that a browser can show',
  unreachable: 'nothing answers at this address',
  silent: `it didn’t come within ${timeoutMs / 1000} s`,
  offline: 'this computer has no network just now',
  password: 'browsers load none from an address with a user name or password',
};

/** As a sentence. */
export const pictureWords = (trouble: PictureTrouble): string =>
  `The picture can’t be loaded: ${
    trouble.kind === 'status'
      ? `the address answers with status ${trouble.status}`
      : words[trouble.kind]
  }.`;

/** The address of a picture as it can be loaded; null when it is none. */
export const loadableAddress = (text: string): string | null =>
  text !== '' && pictureAddressFindings(text, '').every(({ level }) => level !== 'error')
    ? text
    : null;
