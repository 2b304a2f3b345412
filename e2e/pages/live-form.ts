import type { Locator, Page } from 'playwright/test';
import type { ReviewDialog } from './review-dialog.ts';

/** The form “Edit live entity”. */
export class LiveForm {
  readonly page: Page;
  readonly form: Locator;
  readonly name: Locator;
  readonly description: Locator;
  readonly addRelay: Locator;
  readonly removeAllRelays: Locator;
  readonly reviewButton: Locator;
  readonly discardDraft: Locator;
  readonly relays: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('form', { name: 'Edit live entity' });
    this.name = this.field('Name');
    this.description = this.field('Description');
    this.addRelay = this.button('Add relay');
    this.removeAllRelays = this.button('Remove all relays');
    this.reviewButton = this.button('Review changes');
    this.discardDraft = this.button('Discard draft');
    this.relays = this.form.getByRole('group', { name: /^Relay \d+$/ });
  }

  /** Opens the form from the page of the live entity. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await this.form.waitFor();
  }

  /** `number` as the producer counts: from 1. */
  relay(number: number): Relay {
    return new Relay(this.form.getByRole('group', { name: `Relay ${number}`, exact: true }));
  }

  /** Asks for the review and waits until there is something to look at. */
  async review(dialog: ReviewDialog): Promise<void> {
    await this.reviewButton.click();
    await dialog.changes.waitFor();
  }

  /** Pastes over all that is in a field; gives the milliseconds until the page has drawn that. */
  async paste(field: Locator, text: string): Promise<number> {
    return field.evaluate(async (element: HTMLTextAreaElement, pasted) => {
      element.focus();
      element.select();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = { clipboardData, bubbles: true, cancelable: true };
      const began = performance.now();
      if (element.dispatchEvent(new ClipboardEvent('paste', event))) {
        element.setRangeText(pasted, 0, element.value.length, 'end');
        element.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      return performance.now() - began;
    }, text);
  }

  /** What is said beside a field, as a screen reader finds it. */
  async problemOf(field: Locator): Promise<string> {
    return field.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent.trim() ?? '')
        .join(' ')
        .trim(),
    );
  }

  private field(name: string): Locator {
    return this.form.getByRole('textbox', { name, exact: true });
  }

  private button(name: string): Locator {
    return this.form.getByRole('button', { name, exact: true });
  }
}

/** A row of the form’s relays. */
export class Relay {
  readonly group: Locator;
  readonly name: Locator;
  readonly address: Locator;
  readonly key: Locator;
  readonly moveUp: Locator;
  readonly remove: Locator;

  constructor(group: Locator) {
    this.group = group;
    this.name = group.getByLabel('Relay name');
    this.address = group.getByLabel('Relay address');
    this.key = group.getByLabel('Relay key');
    this.moveUp = group.getByRole('button', { name: 'Move up' });
    this.remove = group.getByRole('button', { name: 'Remove relay' });
  }

  async fill({ name, address, key }: { name?: string; address?: string; key?: string }) {
    if (name !== undefined) await this.name.fill(name);
    if (address !== undefined) await this.address.fill(address);
    if (key !== undefined) await this.key.fill(key);
  }
}
