import { net } from 'electron';
import { isRefusedRedirect } from '../service/network-error.ts';

/**
 * Electron's fetch, which obeys the system's proxies and certificates. A redirect that
 * isn't to be followed is a rejection there, which doesn't say where to: a GET or HEAD
 * without a token is asked once more for that, and answered as Node's fetch answers it.
 * For the rest it stays a rejection; the service client and the webhook know it.
 */
export async function fetchByElectron(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const address = input instanceof URL ? input.href : input;
  try {
    return await net.fetch(address, { credentials: 'omit', cache: 'no-store', ...init });
  } catch (error) {
    const mayBeAsked = typeof address === 'string' && isRefusedRedirect(error) && isPlain(init);
    const redirect = mayBeAsked ? await redirectOf(address, init) : null;
    if (redirect === null) throw error;
    return redirect;
  }
}

const isPlain = ({ method = 'GET', headers }: RequestInit): boolean =>
  (method === 'GET' || method === 'HEAD') && !new Headers(headers).has('authorization');

/** The answer that redirects, without its body; null when there is none now. */
function redirectOf(
  url: string,
  { method = 'GET', headers, signal }: RequestInit,
): Promise<Response | null> {
  return new Promise((resolve) => {
    const request = net.request({
      url,
      method,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    const end = (response: Response | null): void => {
      resolve(response);
      request.abort();
    };
    for (const [name, value] of new Headers(headers)) request.setHeader(name, value);
    request.on('redirect', (status, _method, location, sent) =>
      end(new Response(null, { status, headers: { location, ...corsHeader(sent) } })),
    );
    request.on('response', () => end(null));
    request.on('error', () => resolve(null));
    signal?.addEventListener('abort', () => end(null), { once: true });
    request.end();
  });
}

/** Whether pages may follow it, in characters that `Headers` takes. */
function corsHeader(sent: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const name = 'access-control-allow-origin';
  const values = Object.entries(sent).flatMap(([one, all]) =>
    one.toLowerCase() === name ? all : [],
  );
  return values.length === 0 ? {} : { [name]: values.join(', ').replace(/[^ -~]/g, '?') };
}
