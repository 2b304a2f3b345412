import type { EntityRef } from '../../shared/entities.ts';

export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'connect' }
  | { readonly screen: 'entity'; readonly ref: EntityRef };

const kinds = ['live', 'video', 'preset'] as const;

/** The address of an entity's page, for a link. */
export const hrefOf = ({ kind, id }: EntityRef): string =>
  `#/${kind}/${encodeURIComponent(id.toWellFormed())}`;

export const connectHref = '#/connect';
export const homeHref = '#/';

/** The screen that a location's hash names; anything not understood is home. */
export function routeOf(hash: string): Route {
  if (hash === connectHref) return { screen: 'connect' };
  const [, kindText, encoded] = /^#\/([a-z]+)\/([^/]+)$/.exec(hash) ?? [];
  const kind = kinds.find((one) => one === kindText);
  if (kind === undefined || encoded === undefined) return { screen: 'home' };
  try {
    return { screen: 'entity', ref: { kind, id: decodeURIComponent(encoded) } };
  } catch {
    return { screen: 'home' };
  }
}

export const sameRef = (a: EntityRef | null, b: EntityRef | null): boolean =>
  a === b || (a !== null && b !== null && a.kind === b.kind && a.id === b.id);
