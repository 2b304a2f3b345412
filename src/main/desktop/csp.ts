/**
 * The page's content security policy. Media come from any address, as in a
 * viewer's browser; nothing else comes from outside. `sandboxed` also forbids
 * downloads, for a host that can't deny them itself; a popped-out picture counts as a
 * popup, so these are let through here, and the host closes any other.
 */
export function contentSecurityPolicy({ sandboxed }: { readonly sandboxed: boolean }): string {
  const directives = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' http: https: data: blob:`,
    `media-src 'self' http: https: blob:`,
    `connect-src 'self' http: https:`,
    `font-src 'self'`,
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ];
  if (sandboxed)
    directives.push('sandbox allow-scripts allow-same-origin allow-forms allow-popups');
  return directives.join('; ');
}
