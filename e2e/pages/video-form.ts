import type { Locator, Page } from 'playwright/test';

/** The page of a video, which is the form “Edit video”. */
export class VideoForm {
  readonly form: Locator;
  readonly name: Locator;
  readonly description: Locator;
  readonly shortDescription: Locator;
  readonly poster: Locator;
  readonly thumbnail: Locator;
  readonly fields: readonly Locator[];
  readonly reviewButton: Locator;
  readonly discardDraft: Locator;

  constructor(page: Page) {
    this.form = page.getByRole('form', { name: 'Edit video' });
    this.name = this.field('Name');
    this.description = this.field('Description');
    this.shortDescription = this.field('Short description');
    this.poster = this.field('Poster address');
    this.thumbnail = this.field('Thumbnail address');
    this.fields = [
      ...[this.name, this.description, this.shortDescription],
      ...[this.poster, this.thumbnail],
    ];
    this.reviewButton = this.form.getByRole('button', { name: 'Review changes' });
    this.discardDraft = this.form.getByRole('button', { name: 'Discard draft' });
  }

  /** The picture of an address, as the service holds it and as it would be. */
  picture(name: `${'Poster' | 'Thumbnail'} ${'now' | 'after'}`): Locator {
    return this.form.getByRole('img', { name });
  }

  private field(name: string): Locator {
    return this.form.getByRole('textbox', { name, exact: true });
  }
}
