import type { SQLOutputValue } from 'node:sqlite';
import type { TimelineEvent, TimelinePoint } from '../../../shared/health.ts';
import type { Cipher } from '../../keychain/cipher.ts';
import type { Database } from '../../library/database.ts';
import {
  coarseSpan,
  type EntityEvent,
  type EntityPoint,
  keptMs,
  minuteSpan,
  type Span,
  thinnedBefore,
  type TimelineStore,
} from './timeline-store.ts';

const coarseMs = coarseSpan * 1000;
const known = (value: SQLOutputValue | undefined): number | null =>
  typeof value === 'number' ? value : null;

/** Keeps timelines in SQLite: figures in clear, the words of events sealed, since they name relays. */
export class SealedTimeline implements TimelineStore {
  readonly #db: Database;
  readonly #cipher: Cipher;
  readonly #connection: string;

  constructor(db: Database, cipher: Cipher, connection: string) {
    this.#db = db;
    this.#cipher = cipher;
    this.#connection = connection;
  }

  add(points: readonly EntityPoint[], events: readonly EntityEvent[]): boolean {
    if (points.length === 0 && events.length === 0) return true;
    const trouble = this.#db.transaction(() => {
      for (const { id, point } of points)
        this.#db.run(
          'INSERT OR REPLACE INTO point VALUES (?, ?, ?, ?, ?, ?, ?)',
          this.#connection,
          id,
          minuteSpan,
          point.at,
          point.behindSeconds,
          point.bitsPerSecond,
          point.loudness,
        );
      for (const { id, event } of events)
        this.#db.run(
          'INSERT INTO event (connection, key_id, entity, at, sealed) VALUES (?, ?, ?, ?, ?)',
          this.#connection,
          this.#cipher.keyId,
          id,
          event.at,
          this.#cipher.seal(JSON.stringify(event), this.#place(id)),
        );
    });
    return trouble === null;
  }

  points(id: string, span: Span, from: number, to: number): TimelinePoint[] {
    return this.#db
      .all(
        `SELECT at, behind, bitrate, loudness FROM point
         WHERE connection = ? AND entity = ? AND span = ? AND at BETWEEN ? AND ? ORDER BY at`,
        this.#connection,
        id,
        span,
        from,
        to,
      )
      .map(({ at, behind, bitrate, loudness }) => ({
        at: Number(at),
        behindSeconds: known(behind),
        bitsPerSecond: known(bitrate),
        loudness: known(loudness),
      }));
  }

  events(id: string, from: number, to: number, most: number): TimelineEvent[] {
    return this.#db
      .all(
        `SELECT sealed FROM event
         WHERE connection = ? AND key_id = ? AND entity = ? AND at BETWEEN ? AND ?
         ORDER BY at DESC, position DESC LIMIT ?`,
        this.#connection,
        this.#cipher.keyId,
        id,
        from,
        to,
        most,
      )
      .reverse()
      .flatMap(({ sealed }) => {
        if (!(sealed instanceof Uint8Array)) return [];
        const opened = this.#cipher.open(Buffer.from(sealed), this.#place(id));
        return opened.ok ? [JSON.parse(opened.plain.toString()) as TimelineEvent] : [];
      });
  }

  thin(ids: readonly string[], now: number): void {
    if (ids.length === 0) return;
    this.#db.transaction(() => {
      for (const id of ids) this.#thinOne(id, now);
    });
  }

  remove(id: string): void {
    for (const table of ['point', 'event'] as const)
      this.#db.write(
        `DELETE FROM ${table} WHERE connection = ? AND entity = ?`,
        this.#connection,
        id,
      );
  }

  #thinOne(id: string, now: number): void {
    const of = [this.#connection, id] as const;
    const cutoff = thinnedBefore(now);
    this.#db.run(
      `INSERT OR REPLACE INTO point
         SELECT connection, entity, ${coarseSpan}, at / ${coarseMs} * ${coarseMs},
                avg(behind), avg(bitrate), avg(loudness)
         FROM point WHERE connection = ? AND entity = ? AND span = ${minuteSpan} AND at < ?
         GROUP BY at / ${coarseMs}`,
      ...of,
      cutoff,
    );
    this.#db.run(
      `DELETE FROM point WHERE connection = ? AND entity = ? AND
         (span = ${minuteSpan} AND at < ? OR at < ?)`,
      ...of,
      cutoff,
      now - keptMs,
    );
    this.#db.run(
      'DELETE FROM event WHERE connection = ? AND entity = ? AND at < ?',
      ...of,
      now - keptMs,
    );
  }

  #place(id: string): string {
    return `event/${this.#connection}/${id}`;
  }
}
