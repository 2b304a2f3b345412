import type { Locator, Page } from 'playwright/test';

/** The screen that connects to a service. */
export class ConnectScreen {
  readonly heading: Locator;
  readonly name: Locator;
  readonly address: Locator;
  readonly token: Locator;
  readonly connectButton: Locator;
  readonly tryDemo: Locator;

  constructor(page: Page) {
    this.heading = page.getByRole('heading', { name: 'Connect to your streaming service' });
    this.name = page.getByRole('textbox', { name: 'Connection name' });
    this.address = page.getByRole('textbox', { name: 'Service address' });
    this.token = page.getByLabel('API token');
    this.connectButton = page.getByRole('button', { name: 'Connect', exact: true });
    this.tryDemo = page.getByRole('button', { name: 'Try the demo' });
  }

  async connect(service: { address: string; token: string }, name = 'Event desk'): Promise<void> {
    await this.name.fill(name);
    await this.address.fill(service.address);
    await this.token.fill(service.token);
    await this.connectButton.click();
  }
}
