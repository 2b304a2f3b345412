import { type Locator, type Page, expect } from 'playwright/test';

type KindLabel = 'Live entity' | 'Video' | 'Preset';

/** The navigation "Library" with its search, and the dialog that adds to it. */
export class LibraryPanel {
  readonly navigation: Locator;
  readonly search: Locator;
  readonly addButton: Locator;
  readonly dialog: Locator;
  readonly identifiers: Locator;

  constructor(page: Page) {
    this.navigation = page.getByRole('navigation', { name: 'Library' });
    this.search = page.getByRole('searchbox', { name: 'Search library' });
    this.addButton = page.getByRole('button', { name: 'Add to library' });
    this.dialog = page.getByRole('dialog', { name: 'Add to library' });
    this.identifiers = this.dialog.getByRole('textbox', { name: 'Identifiers' });
  }

  async add(identifiers: string, kind: KindLabel = 'Live entity'): Promise<void> {
    await this.addButton.click();
    await this.dialog.getByRole('radio', { name: kind }).check();
    await this.identifiers.fill(identifiers);
    await this.dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** Puts a long text into the open dialog at once, as pasting does. */
  async paste(text: string): Promise<void> {
    await this.identifiers.evaluate((field: HTMLTextAreaElement, pasted) => {
      field.value = pasted;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
  }

  entry(name: string | RegExp): Locator {
    return this.navigation.getByRole('link', { name });
  }
}
