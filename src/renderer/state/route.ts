import type { EntityRef } from '../../shared/entities.ts';

export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'connect' }
  | { readonly screen: 'wall' }
  | { readonly screen: 'alarms' }
  | { readonly screen: 'outbox' }
  | { readonly screen: 'history' }
  | { readonly screen: 'settings' }
  /** `editing`: a live entity's form; the pages of the others are forms anyway. */
  | { readonly screen: 'entity'; readonly ref: EntityRef; readonly editing: boolean };

const kinds = ['live', 'video', 'preset'] as const;

/** The address of an entity's page, for a link. */
export const hrefOf = ({ kind, id }: EntityRef): string =>
  `#/${kind}/${encodeURIComponent(id.toWellFormed())}`;

/** The address of the form that edits an entity. */
export const editHrefOf = (ref: EntityRef): string =>
  ref.kind === 'live' ? `${hrefOf(ref)}/edit` : hrefOf(ref);

export const connectHref = '#/connect';
export const homeHref = '#/';
export const wallHref = '#/wall';
export const alarmsHref = '#/alarms';
export const outboxHref = '#/outbox';
export const historyHref = '#/history';
export const settingsHref = '#/settings';

const screens = new Map<string, Route>([
  [connectHref, { screen: 'connect' }],
  [wallHref, { screen: 'wall' }],
  [alarmsHref, { screen: 'alarms' }],
  [outboxHref, { screen: 'outbox' }],
  [historyHref, { screen: 'history' }],
  [settingsHref, { screen: 'settings' }],
]);

/** The screen that a location's hash names; anything not understood is home. */
export function routeOf(hash: string): Route {
  const known = screens.get(hash);
  if (known !== undefined) return known;
  const [, kindText, encoded, edit] = /^#\/([a-z]+)\/([^/]+)(\/edit)?$/.exec(hash) ?? [];
  const kind = kinds.find((one) => one === kindText);
  if (kind === undefined || encoded === undefined) return { screen: 'home' };
  try {
    const ref = { kind, id: decodeURIComponent(encoded) };
    return { screen: 'entity', ref, editing: edit !== undefined };
  } catch {
    return { screen: 'home' };
  }
}

export const sameRef = (a: EntityRef | null, b: EntityRef | null): boolean =>
  a === b || (a !== null && b !== null && a.kind === b.kind && a.id === b.id);
