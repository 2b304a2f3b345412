import { describe, expect, it } from 'vitest';
import { explainNetworkError, isRefusedRedirect } from './network-error.ts';

const node = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('at 10.0.0.1'), { code }) });
const electron = (name: string): Error => new Error(`net::${name}`);

describe('explainNetworkError', () => {
  it.each([
    ['ENOTFOUND', 'DNS', 'no'],
    ['EAI_AGAIN', 'DNS', 'no'],
    ['ECONNREFUSED', 'refused', 'no'],
    ['ENETUNREACH', 'offline', 'no'],
    ['EHOSTUNREACH', 'no way', 'no'],
    ['UND_ERR_CONNECT_TIMEOUT', 'no connection', 'no'],
    ['CERT_HAS_EXPIRED', 'out of date', 'no'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another name', 'no'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not trusted', 'no'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not trusted', 'no'],
    ['CERT_REVOKED', 'revoked', 'no'],
    ['CERT_SIGNATURE_FAILURE', 'not valid', 'no'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'may not speak https', 'no'],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'secure connection', 'maybe'],
    ['EPROTO', 'secure connection', 'maybe'],
    ['ECONNRESET', 'reset', 'maybe'],
    ['EPIPE', 'reset', 'maybe'],
    ['UND_ERR_SOCKET', 'middle of the answer', 'maybe'],
    ['UND_ERR_HEADERS_TIMEOUT', 'too long', 'maybe'],
    ['ETIMEDOUT', 'too long', 'maybe'],
    ['HPE_INVALID_CONSTANT', 'HTTP', 'maybe'],
    ['EMFILE', 'run out', 'no'],
  ])('knows %s of Node', (code, words, sent) => {
    const trouble = explainNetworkError(node(code));
    expect(trouble.detail).toContain(words);
    expect(trouble.detail).toContain(code);
    expect(trouble.sent).toBe(sent);
  });

  it.each([
    ['ERR_NAME_NOT_RESOLVED', 'DNS', 'no'],
    ['ERR_DNS_TIMED_OUT', 'DNS', 'no'],
    ['ERR_CONNECTION_REFUSED', 'refused', 'no'],
    ['ERR_INTERNET_DISCONNECTED', 'offline', 'no'],
    ['ERR_ADDRESS_UNREACHABLE', 'no way', 'no'],
    ['ERR_CONNECTION_TIMED_OUT', 'no connection', 'no'],
    ['ERR_CERT_DATE_INVALID', 'out of date', 'no'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'another name', 'no'],
    ['ERR_CERT_AUTHORITY_INVALID', 'not trusted', 'no'],
    ['ERR_CERT_REVOKED', 'revoked', 'no'],
    ['ERR_CERT_WEAK_KEY', 'not valid', 'no'],
    ['ERR_PROXY_CONNECTION_FAILED', 'proxy', 'no'],
    ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy', 'no'],
    ['ERR_SSL_PROTOCOL_ERROR', 'secure connection', 'maybe'],
    ['ERR_CONNECTION_RESET', 'reset', 'maybe'],
    ['ERR_CONNECTION_CLOSED', 'reset', 'maybe'],
    ['ERR_EMPTY_RESPONSE', 'reset', 'maybe'],
    ['ERR_NETWORK_CHANGED', 'changed', 'maybe'],
    ['ERR_CONTENT_LENGTH_MISMATCH', 'middle of the answer', 'maybe'],
    ['ERR_TIMED_OUT', 'too long', 'maybe'],
    ['ERR_HTTP2_PROTOCOL_ERROR', 'HTTP', 'maybe'],
    ['ERR_UNSAFE_PORT', 'port', 'no'],
    ['ERR_BLOCKED_BY_ADMINISTRATOR', 'forbid', 'no'],
  ])('knows %s of Electron', (name, words, sent) => {
    const trouble = explainNetworkError(electron(name));
    expect(trouble.detail).toContain(words);
    expect(trouble.sent).toBe(sent);
  });

  it('looks into the errors of several addresses', () => {
    const each = ['::1', '127.0.0.1'].map((host) =>
      Object.assign(new Error(`connect ECONNREFUSED ${host}`), { code: 'ECONNREFUSED' }),
    );
    const error = new TypeError('fetch failed', { cause: new AggregateError(each) });
    expect(explainNetworkError(error)).toMatchObject({ sent: 'no' });
  });

  it('tells a code that it does not know, and holds that the request may have been sent', () => {
    expect(explainNetworkError(node('ESTRANGE'))).toEqual({ detail: 'ESTRANGE', sent: 'maybe' });
  });

  it.each([new Error('secret words'), 'thrown text', null, undefined, { code: 5 }])(
    'repeats nothing of %j, which has no code',
    (error) => {
      expect(explainNetworkError(error)).toEqual({ detail: 'the request failed', sent: 'maybe' });
    },
  );

  it('survives an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(explainNetworkError(error).sent).toBe('maybe');
  });

  it('explains what the real fetch throws at a port that is closed to programs', async () => {
    const error: unknown = await fetch('http://127.0.0.1:6667').catch((thrown: unknown) => thrown);
    expect(explainNetworkError(error)).toMatchObject({ sent: 'no' });
  });
});

describe('isRefusedRedirect', () => {
  it.each([
    [new Error('Redirect was cancelled'), true],
    [new Error("Attempted to redirect, but redirect policy was 'error'"), true],
    [new TypeError('fetch failed'), false],
    ['redirect', false],
  ])('of %s is %s', (error, expected) => {
    expect(isRefusedRedirect(error)).toBe(expected);
  });
});
