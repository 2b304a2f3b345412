import { describe, expect, it, test } from 'vitest';
import { type VideoFields, isTouchedIn } from '../../shared/edits.ts';
import { provenance, runningTime, textIn, withText } from './video-form.ts';

const unknown: VideoFields = {
  name: null,
  description: null,
  shortDescription: null,
  poster: null,
  thumbnail: null,
};
const base: VideoFields = { ...unknown, name: 'Opening titles' };

describe('typing', () => {
  it('and deleting again in a field that isn’t known leaves it unknown', () => {
    const typed = withText(base, base, 'description', 'T');
    expect(isTouchedIn(typed, base, 'description')).toBe(true);
    const deleted = withText(typed, base, 'description', '');
    expect(deleted.description).toBeNull();
    expect(deleted).toEqual(base);
  });

  it('and deleting again in a known field keeps the empty text, to be refused', () => {
    expect(withText(base, base, 'name', '').name).toBe('');
  });

  it('touches no other field', () => {
    expect(withText(base, base, 'poster', 'https://a.example/p.png')).toEqual({
      ...base,
      poster: 'https://a.example/p.png',
    });
  });
});

test('shows what was typed, else what was answered, else nothing', () => {
  expect(textIn({ ...base, name: 'New' }, base, 'name')).toBe('New');
  expect(textIn(unknown, base, 'name')).toBe('Opening titles');
  expect(textIn({ ...base, name: '' }, base, 'name')).toBe('');
  expect(textIn(base, base, 'poster')).toBe('');
});

describe('where a value comes from', () => {
  const told = { fields: base, base, age: '3 min', waiting: new Set<string>() };
  it.each([
    ['name', told, 'As answered 3 min ago'],
    ['description', told, 'Unknown: no answer has told it yet'],
    ['name', { ...told, waiting: new Set(['name']) }, 'As it waits in the outbox'],
    [
      'name',
      { ...told, fields: { ...base, name: 'New' } },
      'Changed; before, as answered 3 min ago: ',
    ],
    [
      'poster',
      { ...told, fields: { ...base, poster: 'https://a.example' } },
      'Changed; what the service holds isn’t known',
    ],
  ] as const)('%s', (field, from, words) => {
    expect(provenance(field, from)).toBe(words);
  });
});

test.each([
  [0, '0:00'],
  [12.48, '0:12.5'],
  [59.96, '1:00'],
  [754, '12:34'],
  [3_723, '1:02:03'],
  [-1, '-1'],
])('tells %f seconds as %s', (seconds, words) => {
  expect(runningTime(seconds)).toBe(words);
});
