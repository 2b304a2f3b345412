import type { Locator, Page } from 'playwright/test';

type Act =
  'Send now' | 'Send again' | 'Review changes' | 'Mark as saved' | 'Edit again' | 'Discard';

/** The changes that wait. */
export class OutboxScreen {
  readonly page: Page;
  readonly heading: Locator;
  readonly items: Locator;
  readonly link: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1, name: 'Outbox' });
    this.items = page.getByRole('list', { name: 'Waiting changes' }).getByRole('listitem');
    this.link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Outbox', exact: true });
  }

  async open(): Promise<void> {
    await this.link.click();
    await this.heading.waitFor();
  }

  /** The waiting change that holds a text. */
  item(text: string): WaitingItem {
    return new WaitingItem(this.items.filter({ hasText: text }));
  }
}

class WaitingItem {
  readonly item: Locator;

  constructor(item: Locator) {
    this.item = item;
  }

  button(act: Act): Locator {
    return this.item.getByRole('button', { name: act, exact: true });
  }
}
