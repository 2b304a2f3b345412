import type { Locator, Page } from 'playwright/test';

/** The command palette. */
export class Commands {
  readonly page: Page;
  readonly dialog: Locator;
  readonly box: Locator;
  readonly status: Locator;
  readonly options: Locator;
  readonly active: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Commands' });
    this.box = this.dialog.getByRole('combobox');
    this.status = this.dialog.getByRole('status');
    this.options = this.dialog.getByRole('option');
    this.active = this.dialog.getByRole('option', { selected: true });
  }

  /** Opens it and types, as a producer does: by keyboard alone. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.dialog.waitFor();
    await this.page.keyboard.type(text);
  }

  option(name: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name });
  }
}
