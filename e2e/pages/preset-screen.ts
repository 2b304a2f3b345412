import type { Locator, Page } from 'playwright/test';

/** The page of a preset: its profiles, or the field for their identifiers. */
export class PresetScreen {
  readonly page: Page;
  readonly form: Locator;
  readonly profiles: Locator;
  readonly identifiers: Locator;
  readonly removeButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('form', { name: 'Edit preset' });
    this.profiles = this.form.getByRole('table', { name: 'Profiles' });
    this.identifiers = this.form.getByRole('textbox', { name: 'Profile identifiers' });
    this.removeButton = this.form.getByRole('button', { name: 'Remove selected profiles' });
  }

  /** The checkbox of a profile, by its name. */
  select(name: string): Locator {
    return this.profiles.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  }

  row(name: string): Locator {
    return this.profiles
      .getByRole('row')
      .filter({ has: this.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
  }
}
