import type { EntityRef } from '../../shared/entities.ts';
import { connectHref, editHrefOf, homeHref, hrefOf, routeOf } from './route.ts';

/** Which screen is shown. It lives in the location's hash, so links and Back work as anywhere. */
export class Navigation {
  #hash = $state(location.hash);
  readonly route = $derived(routeOf(this.#hash));
  readonly ref = $derived(this.route.screen === 'entity' ? this.route.ref : null);
  #lastOf = new Map<string, string>();

  constructor() {
    window.addEventListener('hashchange', () => {
      this.#hash = location.hash;
    });
  }

  show(ref: EntityRef): void {
    this.#go(hrefOf(ref));
  }

  edit(ref: EntityRef): void {
    this.#go(editHrefOf(ref));
  }

  /** Goes to a location's hash, as an earlier `hash` gave it. */
  goTo(hash: string): void {
    this.#go(hash);
  }

  get hash(): string {
    return this.#hash;
  }

  connect(): void {
    this.#go(connectHref);
  }

  home(): void {
    this.#go(homeHref);
  }

  /** Leaves one connection's page for the one last seen of another. */
  switchConnection(from: string | null, to: string | null): void {
    if (from !== null && this.ref !== null) this.#lastOf.set(from, this.#hash);
    this.#go((to !== null && this.#lastOf.get(to)) || homeHref);
  }

  #go(hash: string): void {
    location.hash = hash;
    this.#hash = location.hash;
  }
}
