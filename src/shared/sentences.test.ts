import { expect, test } from 'vitest';
import { briefly, sentence } from './sentences.ts';

test('asks to change what was entered only where nothing else is to be done', () => {
  const failure = { kind: 'invalid', message: 'It has no name.' } as const;
  expect(sentence(failure, 0)).toEqual({
    what: 'It has no name.',
    next: 'Change it and try again.',
  });
  expect(sentence({ ...failure, next: 'Look at the history.' }, 0)).toEqual({
    what: 'It has no name.',
    next: 'Look at the history.',
  });
});

test('says briefly what happened, and to do what only this failure asks for', () => {
  const failure = { kind: 'invalid', message: 'It changed.' } as const;
  expect(briefly(failure, 0)).toBe('It changed.');
  expect(briefly({ ...failure, next: 'Review it again.' }, 0)).toBe('It changed. Review it again.');
  expect(briefly({ kind: 'no-connection' }, 0)).toBe('No connection is active.');
});
