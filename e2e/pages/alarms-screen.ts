import type { Locator, Page } from 'playwright/test';

/** The alarms that are raised, and those that were. */
export class AlarmsScreen {
  readonly page: Page;
  readonly heading: Locator;
  readonly raised: Locator;
  readonly earlier: Locator;
  readonly acknowledgeAll: Locator;
  readonly muted: Locator;
  readonly link: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1, name: 'Alarms' });
    this.raised = page.getByRole('table', { name: 'Raised now' });
    this.earlier = page.getByRole('table', { name: 'Earlier' });
    this.acknowledgeAll = page.getByRole('button', { name: 'Acknowledge all' });
    this.muted = page.getByRole('list', { name: 'Muted streams' });
    this.link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Alarms', exact: true });
  }

  async open(): Promise<void> {
    await this.link.click();
    await this.heading.waitFor();
  }

  /** The row of the alarm of a check of a stream. */
  row(table: Locator, stream: string, check: string): Locator {
    return table.locator('tbody').getByRole('row').filter({ hasText: stream }).filter({
      hasText: check,
    });
  }

  acknowledge(row: Locator): Locator {
    return row.getByRole('button', { name: 'Acknowledge', exact: true });
  }

  mute(row: Locator): Locator {
    return row.getByRole('button', { name: 'Mute stream' });
  }

  async exportAs(format: 'CSV' | 'JSON'): Promise<void> {
    await this.page.getByRole('button', { name: 'Export' }).click();
    await this.page.getByRole('menuitem', { name: format }).click();
  }
}
