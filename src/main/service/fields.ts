import type { Remark } from '../../shared/entities.ts';
import { maskerOf, namesSecret } from './masking.ts';

export type Json = Readonly<Record<string, unknown>>;

const mostRemarks = 200;
const longestShown = 200;
const longestText = 20_000;
const mostItems = 1_000;
const deepestShown = 4;

/** Gathers what a reader puts aside; the values are masked when every key is known. */
export class Notes {
  readonly #noted: { path: string; kind: Remark['kind']; value: unknown }[] = [];
  #more = 0;

  add(kind: Remark['kind'], path: string, value: unknown): void {
    if (this.#noted.length < mostRemarks - 1) this.#noted.push({ path, kind, value });
    else this.#more += 1;
  }

  /** At most 200, the last of them counting those left out. */
  remarks(secrets: readonly string[]): Remark[] {
    if (this.#noted.length === 0) return [];
    const mask = maskerOf(secrets);
    const remarks = this.#noted.map(({ path, kind, value }): Remark => {
      const name = path.slice(path.lastIndexOf('.') + 1);
      const shown = mask(namesSecret(name) ? hidden(value) : preview(value));
      return { path: cut(mask(path)), kind, shown: cut(shown) };
    });
    if (this.#more > 0) remarks.push({ path: '…', kind: 'odd', shown: `and ${this.#more} more` });
    return remarks;
  }
}

/**
 * One object of an answer. Each method reads one field: undefined when it is missing
 * or wasn't understood, which is noted; `end` notes the fields that nobody read.
 */
export class Fields {
  readonly #source: Json;
  readonly #path: string;
  readonly #notes: Notes;
  readonly #read = new Set<string>();

  constructor(source: Json, path: string, notes: Notes) {
    this.#source = source;
    this.#path = path;
    this.#notes = notes;
  }

  /** Text. A number is taken as its digits, but noted: it isn't what is documented. */
  text(name: string): string | undefined {
    const value = this.#take(name);
    if (typeof value === 'string') {
      if (value.length <= longestText) return value;
      this.#odd(name, value);
      return `${value.slice(0, longestText)}…`;
    }
    if (value === undefined) return undefined;
    this.#odd(name, value);
    return isFigure(value) ? String(value) : undefined;
  }

  /** A key: text, kept whole. Empty and missing are the same. */
  key(name: string): string | undefined {
    const value = this.#take(name);
    if (typeof value === 'string') return value === '' ? undefined : value;
    if (value !== undefined) this.#odd(name, value);
    return isFigure(value) ? String(value) : undefined;
  }

  /** Text that is a figure, like a resolution; a number means the same and isn't noted. */
  figureText(name: string): string | undefined {
    const value = this.#source[name];
    if (!isFigure(value)) return this.text(name);
    this.#read.add(name);
    return String(value);
  }

  number(name: string): number | undefined {
    const value = this.#take(name);
    if (isFigure(value) || value === undefined) return value;
    this.#odd(name, value);
    const means = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
    return Number.isFinite(means) ? means : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.#take(name);
    if (typeof value === 'boolean' || value === undefined) return value;
    this.#odd(name, value);
    return undefined;
  }

  /** An object, read by `read`. null is as good as missing where `orNull` says so. */
  object<T>(name: string, read: (fields: Fields) => T, orNull?: 'or-null'): T | undefined {
    const value = this.#take(name);
    if (value === undefined || (value === null && orNull !== undefined)) return undefined;
    if (isJson(value)) return this.#within(value, name, read);
    this.#odd(name, value);
    return undefined;
  }

  isNull(name: string): boolean {
    return this.#take(name) === null;
  }

  /** The objects of a list, in their places; one that is no object is read as an empty one. */
  list<T>(name: string, read: (fields: Fields) => T): T[] | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) {
      this.#odd(name, value);
      return undefined;
    }
    const items: readonly unknown[] = value;
    if (items.length > mostItems)
      this.#notes.add(
        'odd',
        this.#pathOf(name),
        `${items.length} items, of which the first ${mostItems} are shown`,
      );
    return items.slice(0, mostItems).map((item, index) => {
      const place = `${name}[${index}]`;
      if (!isJson(item)) this.#odd(place, item);
      return this.#within(isJson(item) ? item : {}, place, read);
    });
  }

  end(): void {
    for (const name of Object.keys(this.#source))
      if (!this.#read.has(name)) this.#notes.add('new', this.#pathOf(name), this.#source[name]);
  }

  #within<T>(source: Json, name: string, read: (fields: Fields) => T): T {
    const fields = new Fields(source, this.#pathOf(name), this.#notes);
    const value = read(fields);
    fields.end();
    return value;
  }

  #take(name: string): unknown {
    this.#read.add(name);
    return Object.hasOwn(this.#source, name) ? this.#source[name] : undefined;
  }

  #odd(name: string, value: unknown): void {
    this.#notes.add('odd', this.#pathOf(name), value);
  }

  #pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFigure = (value: unknown): value is number => Number.isFinite(value);

const cut = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;

const hidden = (value: unknown): string =>
  value === null || typeof value === 'boolean' ? String(value) : '••••••••';

/** A value as JSON, as far as it is worth showing, with dots for what secret-like names hold. */
function preview(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === deepestShown) return '…';
  const parts: string[] = [];
  let written = 0;
  const isList = Array.isArray(value);
  for (const name in value) {
    if (written > longestShown) break;
    const item = (value as Json)[name];
    const shown = !isList && namesSecret(name) ? hidden(item) : preview(item, depth + 1);
    parts.push(isList ? shown : `${JSON.stringify(name)}:${shown}`);
    written += shown.length;
  }
  return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}
