import type { Locator, Page } from 'playwright/test';

/** The dialog that shows what would be sent, and what became of it; its title changes with that. */
export class ReviewDialog {
  readonly dialog: Locator;
  readonly changes: Locator;
  readonly sendButton: Locator;
  readonly queueButton: Locator;
  readonly keepEditing: Locator;
  readonly close: Locator;
  /** The dialog “This changed on the service”. */
  readonly conflict: Locator;
  readonly conflicts: Locator;
  readonly continueButton: Locator;
  readonly choicesLeft: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Review changes' });
    this.changes = this.dialog.getByRole('table', { name: 'Changes' });
    this.sendButton = this.dialog.getByRole('button', { name: 'Send changes' });
    this.queueButton = this.dialog.getByRole('button', { name: 'Queue changes' });
    this.keepEditing = page.getByRole('dialog').getByRole('button', { name: 'Keep editing' });
    this.close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).last();
    this.conflict = page.getByRole('dialog', { name: 'This changed on the service' });
    this.conflicts = this.conflict.getByRole('table', { name: 'Conflicts' });
    this.continueButton = this.conflict.getByRole('button', { name: 'Continue' });
    this.choicesLeft = this.conflict.getByRole('status').filter({ hasText: 'left' });
  }

  /** The rows of “Changes” as they read: field, now, after. */
  rows(): Promise<string[][]> {
    return cellsOf(this.changes);
  }

  /** The rows of the conflicts: field, when you started, on the service, yours. */
  conflictRows(): Promise<string[][]> {
    return cellsOf(this.conflicts);
  }

  /** The radios of a conflict, by the label of its field. */
  choice(field: string, which: 'Keep theirs' | 'Use mine'): Locator {
    return this.conflict
      .getByRole('radiogroup', { name: field, exact: true })
      .getByRole('radio', { name: which });
  }
}

/** The text of each row's cells; of the first, which names the field, only the name. */
function cellsOf(table: Locator): Promise<string[][]> {
  return table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const text = cell.matches('th') ? cell.querySelector('bdi')?.textContent : cell.textContent;
        return (text ?? '').trim();
      }),
    ),
  );
}
