import { afterEach, expect, it, vi } from 'vitest';
import { keepChoice, keptChoice, usualChoice } from './kept-choice.ts';

const storing = (text: string | null) => {
  let kept = text;
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  });
};
afterEach(() => {
  vi.unstubAllGlobals();
});

it('finds what was kept', () => {
  storing(null);
  expect(keptChoice()).toEqual(usualChoice);
  keepChoice({ tiles: 9, order: 'fixed' });
  expect(keptChoice()).toEqual({ tiles: 9, order: 'fixed' });
});

it.each(['', 'no JSON', 'null', '7', '{"tiles":5,"order":"random"}'])(
  'takes the usual for what makes no sense: %s',
  (text) => {
    storing(text);
    expect(keptChoice()).toEqual(usualChoice);
  },
);

it('does without where storage is refused', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('Refused.');
    },
    setItem: () => {
      throw new Error('Refused.');
    },
  });
  keepChoice({ tiles: 4, order: 'fixed' });
  expect(keptChoice()).toEqual(usualChoice);
});
