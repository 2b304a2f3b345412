import type { Database } from './database.ts';

/** Small facts by name, as JSON in clear: nothing secret belongs here. */
export class Settings {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The stored value, which the caller has to check; undefined when there is none. */
  get(name: string): unknown {
    const value = this.#db.all('SELECT value FROM setting WHERE name = ?', name)[0]?.['value'];
    try {
      return typeof value === 'string' ? JSON.parse(value) : undefined;
    } catch {
      return undefined;
    }
  }

  set(name: string, value: unknown): void {
    this.#db.write(
      'INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      name,
      JSON.stringify(value),
    );
  }
}
