import { describe, expect, it } from 'vitest';
import { type ApiFault, Faults, type MediaFault } from './faults.ts';

const kinds = (taken: readonly { readonly fault: { readonly kind: string } }[]) =>
  taken.map(({ fault }) => fault.kind);

describe('Faults', () => {
  it('applies one until it is cleared', () => {
    const faults = new Faults<ApiFault>();
    const clear = faults.add({ kind: 'empty' }, {}, 0);
    expect(kinds(faults.take('a', 'retrieve-live'))).toEqual(['empty']);
    expect(kinds(faults.take(null, null))).toEqual(['empty']);
    clear();
    clear();
    expect(faults.take('a', 'retrieve-live')).toEqual([]);
  });

  it('counts only the requests it is meant for', () => {
    const faults = new Faults<ApiFault>();
    faults.add({ kind: 'empty' }, { id: 'a', target: 'update-live', times: 2 }, 0);
    expect(faults.take('b', 'update-live')).toEqual([]);
    expect(faults.take('a', 'retrieve-live')).toEqual([]);
    expect(kinds(faults.take('a', 'update-live'))).toEqual(['empty']);
    expect(kinds(faults.take('a', 'update-live'))).toEqual(['empty']);
    expect(faults.take('a', 'update-live')).toEqual([]);
  });

  it('takes turns with those that answer, and adds delays to each', () => {
    const faults = new Faults<ApiFault>();
    faults.add({ kind: 'throttled' }, { times: 1 }, 0);
    faults.add({ kind: 'reset' }, { times: 1 }, 0);
    faults.add({ kind: 'late', ms: 5 }, {}, 0);
    faults.add({ kind: 'late', ms: 7 }, { times: 1 }, 0);
    expect(kinds(faults.take('a', 'x'))).toEqual(['throttled', 'late', 'late']);
    expect(kinds(faults.take('a', 'x'))).toEqual(['reset', 'late']);
    expect(kinds(faults.take('a', 'x'))).toEqual(['late']);
  });

  it('leaves out, and does not count, what the request cannot show', () => {
    const faults = new Faults<MediaFault>();
    faults.add({ kind: 'codec' }, { times: 1 }, 0);
    expect(faults.take('a', 'segment', () => false)).toEqual([]);
    expect(kinds(faults.take('a', 'master', () => true))).toEqual(['codec']);
  });

  it('keeps a frozen stream frozen since it froze, however often it is asked', () => {
    const faults = new Faults<MediaFault>();
    const thaw = faults.add({ kind: 'frozen' }, { times: 1 }, 1234);
    for (let round = 0; round < 3; round += 1)
      expect(faults.take('a', 'playlist')).toMatchObject([
        { fault: { kind: 'frozen' }, since: 1234 },
      ]);
    thaw();
    expect(faults.take('a', 'playlist')).toEqual([]);
  });

  it('clears all at once', () => {
    const faults = new Faults<MediaFault>();
    faults.add({ kind: 'frozen' }, {}, 0);
    faults.add({ kind: 'reset' }, {}, 0);
    faults.clear();
    expect(faults.take('a', 'master')).toEqual([]);
  });
});
