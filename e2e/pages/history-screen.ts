import type { Locator, Page } from 'playwright/test';

/** The changes that were sent. */
export class HistoryScreen {
  readonly page: Page;
  readonly heading: Locator;
  readonly table: Locator;
  /** Newest first. */
  readonly rows: Locator;
  readonly link: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1, name: 'History' });
    this.table = page.getByRole('table', { name: 'Sent changes' });
    this.rows = this.table.locator('tbody').getByRole('row');
    this.link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'History', exact: true });
  }

  async open(): Promise<void> {
    await this.link.click();
    await this.heading.waitFor();
  }

  /** The button that reverts the change of a row. */
  revert(row: Locator): Locator {
    return row.getByRole('button', { name: 'Revert' });
  }

  async exportAs(format: 'CSV' | 'JSON'): Promise<void> {
    await this.page.getByRole('button', { name: 'Export' }).click();
    await this.page.getByRole('menuitem', { name: format }).click();
  }
}
