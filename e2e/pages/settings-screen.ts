import type { Locator, Page } from 'playwright/test';

/** The settings. */
export class SettingsScreen {
  readonly heading: Locator;
  readonly waitForClick: Locator;
  readonly historyDays: Locator;
  readonly saved: Locator;
  readonly link: Locator;

  constructor(page: Page) {
    this.heading = page.getByRole('heading', { level: 1, name: 'Settings' });
    this.waitForClick = page.getByRole('checkbox', {
      name: 'Wait for a click before sending queued changes',
    });
    this.historyDays = page.getByRole('spinbutton', { name: 'Keep history for' });
    this.saved = page.getByText('Saved.', { exact: true });
    this.link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Settings', exact: true });
  }

  async open(): Promise<void> {
    await this.link.click();
    await this.heading.waitFor();
  }
}
