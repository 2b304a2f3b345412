import { describe, expect, it } from 'vitest';
import type { RelayFields } from '../../shared/edits.ts';
import type { StorageTrouble } from '../../shared/failure.ts';
import { type EditChanges, MemoryEdits } from '../library/edit-store.ts';
import { Desk, clip, show, wanted } from './testing/desk.ts';

const typed = (relay: RelayFields | undefined, key: string): RelayFields => ({
  ...(relay ?? { row: 'new-0', origin: null, name: '', url: '' }),
  key: { kind: 'typed', key },
});

const keysOf = (desk: Desk): unknown => {
  const content = desk.editing.drafts.get(show)?.content;
  return content?.kind === 'live' ? content.keys : undefined;
};

/** A disk that can be full. */
class FullEdits extends MemoryEdits {
  trouble: StorageTrouble | null = null;

  override save(changes: EditChanges): null {
    return this.trouble === null ? super.save(changes) : (this.trouble as unknown as null);
  }
}

describe('drafts', () => {
  it('begin as what was last read, with no key in them', () => {
    const desk = new Desk();
    const opened = wanted(desk.editing.drafts.open(show));
    expect(opened).toMatchObject({ kind: 'live', changedAt: null, waiting: 0 });
    expect(opened.fields).toEqual(opened.base);
    expect(JSON.stringify(opened)).not.toContain('key-of');
  });

  it('say that nothing is known of a live entity that was never read', () => {
    const desk = new Desk();
    expect(desk.editing.drafts.open({ kind: 'live', id: 'new' })).toEqual({
      ok: false,
      failure: { kind: 'nothing-known' },
    });
    expect(wanted(desk.editing.drafts.open({ kind: 'video', id: 'new' })).fields).toEqual({
      name: null,
      description: null,
      shortDescription: null,
      poster: null,
      thumbnail: null,
    });
  });

  it('are there again after a restart, and gone once they change nothing', () => {
    const desk = new Desk();
    desk.edit({ name: 'Show, wee' });
    desk.restart();
    expect(desk.fieldsOf().name).toBe('Show, wee');
    expect(desk.editing.view.drafts).toMatchObject([show]);
    desk.edit({ name: 'Show' });
    expect(desk.editing.view.drafts).toEqual([]);
    expect(desk.store.drafts()).toEqual([]);
  });

  it('are made to what they were opened with, whatever was read since', () => {
    const desk = new Desk();
    const form = desk.open({ kind: 'live', id: 'show' });
    desk.change(show, { description: 'Changed elsewhere' });
    desk.know(show);
    desk.open({ kind: 'live', id: 'show' });
    desk.keep(form, { name: 'Mine' });
    expect(desk.editing.drafts.get(show)?.content).toMatchObject({
      base: { description: 'Daily' },
    });
  });

  it('hold a typed key that the page never gets back', () => {
    const desk = new Desk();
    const [first, second] = desk.fieldsOf().relays;
    desk.edit({ relays: [typed(first, 'typed-key'), second!] });
    expect(desk.fieldsOf().relays[0]?.key).toEqual({ kind: 'held' });
    expect(JSON.stringify(wanted(desk.editing.drafts.open(show)))).not.toContain('typed-key');
    desk.restart();
    expect(keysOf(desk)).toEqual({ 'base-0': 'typed-key' });
  });

  it('find a typed key again after undo and redo', () => {
    const desk = new Desk();
    const before = desk.fieldsOf().relays;
    desk.edit({ relays: [typed(before[0], 'typed-key'), before[1]!] });
    const held = desk.fieldsOf().relays;
    desk.edit({ relays: before, name: 'Other' });
    expect(keysOf(desk)).toEqual({});
    desk.edit({ relays: held });
    expect(keysOf(desk)).toEqual({ 'base-0': 'typed-key' });
  });

  it('are not begun while the keychain is locked: one may be sealed', () => {
    const desk = new Desk();
    desk.locked = true;
    expect(desk.editing.drafts.open(clip)).toMatchObject({ failure: { trouble: 'locked' } });
  });

  it('are not taken from a form of another connection, or of one long gone', () => {
    const form = new Desk().open({ kind: 'live', id: 'show' });
    expect(new Desk().keep(form, { name: 'Mine' })).toMatchObject({ ok: false });
  });

  it('can be discarded, and the discarding taken back', () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.editing.drafts.discard(show);
    expect(desk.fieldsOf().name).toBe('Show');
    expect(desk.store.drafts()).toEqual([]);
    expect(wanted(desk.editing.drafts.restore(show)).fields).toMatchObject({ name: 'Mine' });
    expect(desk.store.drafts()).toHaveLength(1);
    expect(desk.editing.drafts.restore(show)).toMatchObject({ ok: false });
  });

  it('are not replaced by one that was discarded before, which stays to be taken back', () => {
    const desk = new Desk();
    desk.keep(desk.open({ kind: 'live', id: 'show' }), { name: 'Mine' });
    desk.editing.drafts.discard(show);
    const view = desk.open({ kind: 'live', id: 'show' });
    desk.keep(view, { name: 'Newer' });
    const refused = desk.editing.drafts.restore(show);
    expect(refused).toMatchObject({ ok: false, failure: { next: /undo what was typed/ } });
    expect(desk.fieldsOf().name).toBe('Newer');
    desk.keep(view, { name: 'Show' });
    expect(wanted(desk.editing.drafts.restore(show)).fields).toMatchObject({ name: 'Mine' });
  });

  it('stay in memory while the disk refuses, and are written when it takes them again', () => {
    const store = new FullEdits();
    const desk = new Desk(store);
    store.trouble = 'full';
    const kept = desk.keep(desk.open({ kind: 'live', id: 'show' }), { name: 'Mine' });
    expect(kept).toEqual({ ok: true, value: { changed: true, trouble: 'full', onDisk: false } });
    expect(desk.fieldsOf().name).toBe('Mine');
    expect(store.drafts()).toEqual([]);
    store.trouble = null;
    desk.editing.saveAgain();
    expect(store.drafts()).toHaveLength(1);
  });

  it('can be copied as JSON without keys', () => {
    const desk = new Desk();
    const [first, second] = desk.fieldsOf().relays;
    desk.edit({ name: 'Mine', relays: [typed(first, 'typed-key'), second!] });
    const text = wanted(desk.editing.draftAsJson(show));
    expect(JSON.parse(text)).toMatchObject({
      id: 'show',
      fields: { name: 'Mine', relay: [{ name: 'a' }, { name: 'b' }] },
    });
    expect(text).not.toMatch(/typed-key|key-of/);
  });

  it('of a video with nothing known send only what was typed', async () => {
    const desk = new Desk();
    desk.records.clear();
    desk.editVideo({ description: 'New' });
    await desk.send(clip);
    expect(desk.sent).toEqual([{ ref: 'video/clip', body: { description: 'New' } }]);
  });
});
