import type { Locator, Page } from 'playwright/test';

/** The settings. */
export class SettingsScreen {
  readonly heading: Locator;
  readonly waitForClick: Locator;
  readonly historyDays: Locator;
  readonly saved: Locator;
  readonly sound: Locator;
  readonly quietHours: Locator;
  readonly thresholds: Locator;
  readonly severities: Locator;
  readonly webhook: Locator;
  readonly link: Locator;

  constructor(page: Page) {
    this.heading = page.getByRole('heading', { level: 1, name: 'Settings' });
    this.waitForClick = page.getByRole('checkbox', {
      name: 'Wait for a click before sending queued changes',
    });
    this.historyDays = page.getByRole('spinbutton', { name: 'Keep history for' });
    this.sound = page.getByRole('checkbox', { name: 'Sound when an alarm is raised' });
    this.quietHours = page.getByRole('checkbox', { name: 'Quiet hours' });
    this.thresholds = page.getByRole('region', { name: 'Thresholds' });
    this.severities = page.getByRole('region', { name: 'Severity and delays' });
    this.webhook = page.getByRole('region', { name: 'Webhook' });
    this.saved = page.getByText('Saved.', { exact: true });
    this.link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Settings', exact: true });
  }

  /** The field of a threshold, by the beginning of its label. */
  threshold(label: string): Locator {
    return this.thresholds.getByRole('spinbutton', { name: label });
  }

  severity(check: string): Locator {
    return this.severities.getByRole('combobox', { name: `${check} Severity` });
  }

  delay(check: string, which: 'Raise' | 'Recover'): Locator {
    return this.severities.getByRole('spinbutton', { name: `${check} ${which} after (s)` });
  }

  async open(): Promise<void> {
    await this.link.click();
    await this.heading.waitFor();
  }
}
