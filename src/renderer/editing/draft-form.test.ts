import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveDraftView } from '../../shared/edit-views.ts';
import type { LiveFields } from '../../shared/edits.ts';
import { fail, ok } from '../../shared/failure.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { DraftForm, type KeyRules } from './draft-form.svelte.ts';

const fieldsNamed = (name: string): LiveFields => ({ name, description: '', relays: [] });
const view = (name = 'Show'): LiveDraftView => ({
  kind: 'live',
  id: 'a',
  fields: fieldsNamed(name),
  base: fieldsNamed(name),
  baseId: 'base',
  baseAt: 1,
  changedAt: null,
  waiting: 0,
});
const kept = ok({ changed: true, trouble: null, onDisk: true });

const opened = (keys?: KeyRules<LiveFields>) => {
  const bridge = new FakeBridge();
  const form = new DraftForm(bridge, view(), keys);
  return {
    bridge,
    form,
    name: (name: string) => form.edit('name', { ...form.fields, name }),
    describe: (description: string) => form.edit('description', { ...form.fields, description }),
    sent: () => bridge.asked.map(({ args }) => (args as { fields: LiveFields }).fields.name),
    answer: async (
      index: number,
      result: Parameters<(typeof bridge.asked)[0]['answer']>[0] = kept,
    ) => {
      bridge.asked[index]!.answer(result);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('undo and redo', () => {
  test('take typing in one field as one step, and each pause as the end of it', () => {
    const { form, name } = opened();
    name('Show 1');
    name('Show 12');
    vi.advanceTimersByTime(1_500);
    name('Show 123');
    expect(form.undo()).toBe('name');
    expect(form.fields.name).toBe('Show 12');
    expect(form.undo()).toBe('name');
    expect(form.fields.name).toBe('Show');
    expect(form.undo()).toBeNull();
    form.redo();
    form.redo();
    expect(form.fields.name).toBe('Show 123');
    expect(form.canRedo).toBe(false);
  });

  test('take another field as another step, and give the field that changed', () => {
    const { form, name, describe: text } = opened();
    name('New');
    text('Weekly');
    name('Newer');
    expect([form.undo(), form.undo(), form.undo()]).toEqual(['name', 'description', 'name']);
    expect(form.fields).toEqual(fieldsNamed('Show'));
    expect(form.redo()).toBe('name');
    expect(form.fields.name).toBe('New');
  });

  test('typing after an undo begins a step of its own and ends what could be redone', () => {
    const { form, name } = opened();
    name('One');
    form.undo();
    name('Two');
    expect(form.canRedo).toBe(false);
    form.undo();
    expect(form.fields.name).toBe('Show');
  });

  test('remember a hundred steps', () => {
    const { form, name } = opened();
    for (let step = 0; step < 150; step += 1) {
      name(`Name ${step}`);
      vi.advanceTimersByTime(1_001);
    }
    let undone = 0;
    while (form.undo() !== null) undone += 1;
    expect(undone).toBe(100);
    expect(form.fields.name).toBe('Name 49');
  });
});

describe('keeping', () => {
  test('gives main the draft a third of a second after the first keystroke', () => {
    const { form, name, sent } = opened();
    name('A');
    vi.advanceTimersByTime(200);
    name('AB');
    expect(sent()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(sent()).toEqual(['AB']);
    expect(form.pending).toBe(true);
  });

  test('sends what was typed meanwhile only after the answer, newest last', async () => {
    const { form, name, sent, answer } = opened();
    name('A');
    vi.advanceTimersByTime(300);
    name('AB');
    vi.advanceTimersByTime(5_000);
    expect(sent()).toEqual(['A']);
    await answer(0);
    expect(form.pending).toBe(true);
    vi.advanceTimersByTime(300);
    expect(sent()).toEqual(['A', 'AB']);
    await answer(1);
    expect(form.pending).toBe(false);
    expect(form.changed).toBe(true);
  });

  test('says that nothing is changed once main says so', async () => {
    const { form, name, answer } = opened();
    name('A');
    name('Show');
    vi.advanceTimersByTime(300);
    await answer(0, ok({ changed: false, trouble: null, onDisk: true }));
    expect(form.changed).toBe(false);
  });

  test('goes on trying when main couldn’t be told, and keeps what was typed', async () => {
    const { form, name, sent, answer } = opened();
    name('A');
    vi.advanceTimersByTime(300);
    await answer(0, fail({ kind: 'unexpected', message: 'gone' }));
    expect(form.failure?.kind).toBe('unexpected');
    expect(form.pending).toBe(true);
    expect(form.fields.name).toBe('A');
    vi.advanceTimersByTime(3_000);
    expect(sent()).toEqual(['A', 'A']);
    await answer(1);
    expect(form.failure).toBeNull();
    expect(form.pending).toBe(false);
  });
});

describe('flush', () => {
  test('waits for the keep that is under way and for the one after it', async () => {
    const { form, name, sent, answer } = opened();
    let isFlushed = false;
    name('A');
    vi.advanceTimersByTime(300);
    name('AB');
    void form.flush().then(() => {
      isFlushed = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(['A']);
    await answer(0);
    expect(sent()).toEqual(['A', 'AB']);
    expect(isFlushed).toBe(false);
    await answer(1);
    expect(isFlushed).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent()).toEqual(['A', 'AB']);
  });

  test('ends when main doesn’t take it', async () => {
    const { form, name, answer } = opened();
    name('A');
    const flushing = form.flush();
    await answer(0, fail({ kind: 'no-connection' }));
    await flushing;
    expect(form.failure?.kind).toBe('no-connection');
  });

  test('asks nothing of main when main has it all', async () => {
    const { form, sent } = opened();
    await form.flush();
    expect(sent()).toEqual([]);
  });

  test('leaving doesn’t wait for the keep that is under way', () => {
    const { form, name, sent } = opened();
    name('A');
    vi.advanceTimersByTime(300);
    name('AB');
    form.leave();
    expect(sent()).toEqual(['A', 'AB']);
  });
});

describe('another draft of the entity', () => {
  test('shows it with nothing to undo, and what was typed before is no longer sent', () => {
    const { form, name, sent } = opened();
    name('A');
    form.take(view('Fresh'));
    vi.advanceTimersByTime(5_000);
    expect(form.fields.name).toBe('Fresh');
    expect([form.canUndo, form.changed, form.pending]).toEqual([false, false, false]);
    expect(sent()).toEqual([]);
  });

  test('isn’t touched by the answer to what was sent before, and is kept after it', async () => {
    const { form, name, sent, answer } = opened();
    name('A');
    vi.advanceTimersByTime(300);
    form.take(view('Fresh'));
    name('Fresher');
    vi.advanceTimersByTime(300);
    await answer(0);
    expect(form.kept).toBeNull();
    expect(form.pending).toBe(true);
    vi.advanceTimersByTime(300);
    expect(sent()).toEqual(['A', 'Fresher']);
  });
});

describe('keys', () => {
  /** Here a name is the key: shown until main has it. */
  const hidden = fieldsNamed('•');
  const keys = (isLeft: () => boolean): KeyRules<LiveFields> => ({
    settled: (fields, sent) => (fields.name === sent.name && isLeft() ? hidden : fields),
    forgotten: (step) => (step.name === 'Secret' ? hidden : step),
    revived: (step) => step,
  });

  test('are forgotten once main has them, in the steps of undo as well', async () => {
    const { form, name, describe: text, answer } = opened(keys(() => true));
    name('Secret');
    text('More');
    vi.advanceTimersByTime(300);
    await answer(0);
    expect(form.fields).toBe(hidden);
    expect(form.pending).toBe(false);
    form.undo();
    expect(form.fields.name).toBe('•');
  });

  test('stay while they are being typed, until the form is told to settle', async () => {
    let isLeft = false;
    const { form, name, answer, sent } = opened(keys(() => isLeft));
    name('Secret');
    vi.advanceTimersByTime(300);
    await answer(0);
    expect(form.fields.name).toBe('Secret');
    isLeft = true;
    form.settle();
    expect(form.fields.name).toBe('•');
    vi.advanceTimersByTime(5_000);
    expect(sent()).toHaveLength(1);
  });
});
