import { expect, it } from 'vitest';
import type { Failure } from '../../shared/failure.ts';
import { ServiceTroubles } from './service-trouble.ts';

const unreachable: Failure = { kind: 'unreachable', detail: 'connection refused' };
const broken: Failure = { kind: 'refused', status: 503, message: 'no' };
const notFound: Failure = { kind: 'not-found', message: 'no' };

it('lasts from the first failure until any entity is answered', () => {
  const troubles = new ServiceTroubles();
  expect(troubles.now).toBeNull();
  troubles.note('a', broken, 1_000);
  troubles.note('b', unreachable, 2_000);
  expect(troubles.now).toEqual({ failure: unreachable, since: 1_000 });
  troubles.note('c', null, 3_000);
  expect(troubles.now).toBeNull();
});

it('ends with an answer that only one entity could have had', () => {
  const troubles = new ServiceTroubles();
  troubles.note('a', broken, 1_000);
  troubles.note('b', notFound, 2_000);
  expect(troubles.now).toBeNull();
});

it('goes on while it isn’t asked', () => {
  const troubles = new ServiceTroubles();
  troubles.note('a', broken, 1_000);
  troubles.note('b', { kind: 'keychain', trouble: 'locked' }, 2_000);
  expect(troubles.now).toEqual({ failure: broken, since: 1_000 });
});

it('is the reason of every entity, but of those with one of their own', () => {
  const troubles = new ServiceTroubles();
  troubles.note('a', broken, 1_000);
  expect(troubles.of(null)).toEqual({ failure: broken, isShared: true });
  expect(troubles.of({ failure: notFound, at: 500 })).toEqual({
    failure: notFound,
    isShared: false,
  });
});

it('says nothing any more of those that failed with others, once one is answered', () => {
  const troubles = new ServiceTroubles();
  troubles.note('a', broken, 1_000);
  troubles.note('b', broken, 2_000);
  troubles.note('c', null, 3_000);
  expect(troubles.of({ failure: broken, at: 1_000 })).toEqual({ failure: null, isShared: false });
  troubles.note('a', broken, 4_000);
  troubles.note('c', null, 5_000);
  const own = { failure: broken, at: 4_000 };
  expect(troubles.of(own)).toEqual({ failure: broken, isShared: false });
});
