/** What a failed request was about, in words, and whether it may have reached the service. */
interface NetworkTrouble {
  readonly detail: string;
  readonly sent: 'no' | 'maybe';
}

type Row = readonly [code: RegExp, detail: string, sent: NetworkTrouble['sent']];

/** Codes of Node (errno, undici, OpenSSL) and names of Chromium's net_error_list.h. */
const table: readonly Row[] = [
  [
    /^(ENOTFOUND|EAI_|EDNS|ERR_NAME_|ERR_DNS_|ERR_ICANN_)/,
    'its name was not found in the DNS',
    'no',
  ],
  [/^(ECONNREFUSED|ERR_CONNECTION_REFUSED)$/, 'it refused the connection', 'no'],
  [/^(ENETUNREACH|ENETDOWN|ERR_INTERNET_DISCONNECTED)$/, 'this computer is offline', 'no'],
  [
    /^(EHOSTUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ERR_ADDRESS_)/,
    'there is no way to its network address',
    'no',
  ],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|ERR_CONNECTION_FAILED)$/,
    'no connection could be made',
    'no',
  ],
  [
    /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID)$/,
    'its certificate is out of date, or this computer’s clock is wrong',
    'no',
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|ERR_CERT_COMMON_NAME_INVALID)$/,
    'its certificate is for another name',
    'no',
  ],
  [/^(CERT_REVOKED|ERR_CERT_REVOKED)$/, 'its certificate was revoked', 'no'],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_CERT_AUTHORITY_INVALID)/,
    'its certificate is not trusted by this computer',
    'no',
  ],
  [
    /^(CERT_|INVALID_CA|INVALID_PURPOSE|ERR_CERT_|ERR_CERTIFICATE_|ERR_PINNED_)/,
    'its certificate is not valid',
    'no',
  ],
  [
    /^(ERR_PROXY_|ERR_TUNNEL_|ERR_SOCKS_|ERR_PAC_|ERR_MANDATORY_PROXY_|ERR_NO_SUPPORTED_PROXIES)/,
    'the proxy of this computer doesn’t let the request through',
    'no',
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_VERSION_OR_CIPHER_MISMATCH)$/,
    'no secure connection could be made; it may not speak https there',
    'no',
  ],
  [/^(EPROTO|ERR_SSL_|ERR_BAD_SSL_|ERR_ECH_)/, 'the secure connection failed', 'maybe'],
  [
    /^(EACCES|EPERM|ERR_NETWORK_ACCESS_DENIED|ERR_BLOCKED_|ERR_ACCESS_DENIED)/,
    'this computer’s settings or firewall forbid it',
    'no',
  ],
  [/^(ERR_UNSAFE_PORT|BAD_PORT)$/, 'its port is one that programs may not use for this', 'no'],
  [
    /^(EMFILE|ENFILE|ENOBUFS|ERR_INSUFFICIENT_RESOURCES|ERR_OUT_OF_MEMORY)$/,
    'this computer has run out of connections or memory',
    'no',
  ],
  [
    /^(ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED)$/,
    'the network of this computer changed',
    'maybe',
  ],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED)/,
    'the connection was reset',
    'maybe',
  ],
  [
    /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_|ERR_STREAM_PREMATURE_CLOSE|ERR_CONTENT_DECODING_FAILED|Z_)/,
    'the connection ended in the middle of the answer',
    'maybe',
  ],
  [/^(ETIMEDOUT|ERR_TIMED_OUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/, 'it took too long', 'maybe'],
  [
    /^(HPE_|UND_ERR_|ERR_INVALID_|ERR_RESPONSE_HEADERS_|ERR_HTTP|ERR_QUIC_)/,
    'its answer is not proper HTTP',
    'maybe',
  ],
];

/**
 * Puts what `fetch` threw into plain words: Node's, whose reason is a `cause` with
 * a code, or Electron's, whose message names a `net::ERR_…`.
 */
export function explainNetworkError(error: unknown): NetworkTrouble {
  const codes = codesIn(error);
  for (const code of codes) {
    const row = table.find(([pattern]) => pattern.test(code));
    if (row !== undefined) return { detail: `${row[1]}, ${code}`, sent: row[2] };
  }
  return { detail: codes[0] ?? 'the request failed', sent: 'maybe' };
}

/** Electron's `net.fetch` throws at a redirect that isn't to be followed; Node's answers with it. */
export const isRefusedRedirect = (error: unknown): boolean =>
  error instanceof Error && /\bredirect/i.test(error.message);

/** The codes of an error and of what caused it, the outermost first. */
function codesIn(error: unknown, depth = 0): string[] {
  if (depth > 5 || !(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const named = /\bnet::(ERR_[A-Z0-9_]+)/.exec(error.message)?.[1];
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [
    ...own,
    ...(named === undefined ? [] : [named]),
    ...(/^bad port$/i.test(error.message) ? ['BAD_PORT'] : []),
    ...[error.cause, ...inner].flatMap((one) => codesIn(one, depth + 1)),
  ];
}
