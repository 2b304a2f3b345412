import { type Locator, type Page, expect } from 'playwright/test';

type VerdictWord = 'Good' | 'Warning' | 'Failing' | 'Unknown';

/**
 * How long a verdict may take. A probe comes every 4 s, a master playlist and a manifest
 * are read every 30 s, and sound is missed after 10 s; the machine may be busy besides.
 */
const patienceMs = 90_000;

/** The region "Health" of a live entity, with the list "Checks". */
export class HealthPanel {
  readonly region: Locator;
  readonly checks: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.region = page.getByRole('region', { name: 'Health', exact: true });
    this.checks = this.region.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  }

  check(title: string): Locator {
    return this.checks.filter({ has: this.#page.getByText(title, { exact: true }) });
  }

  /** Waits until a check has a verdict, with a reason that matches. */
  async expectVerdict(title: string, verdict: VerdictWord, reason = /\w/): Promise<void> {
    const says = new RegExp(`^\\s*${verdict}\\s*${title}.*${reason.source}`, 's' + reason.flags);
    await expect(this.check(title)).toHaveText(says, { timeout: patienceMs });
  }
}
