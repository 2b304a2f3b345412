import { describe, expect, it } from 'vitest';
import { readManifest } from './dash-manifest.ts';
import { isTame } from './tame-xml.ts';

const whole = `<?xml version="1.0"?><!-- made --><MPD type="dynamic"><Period id="a>b"><AdaptationSet/>
  <![CDATA[ <not a tag> ]]></Period></MPD>`;

describe('a manifest that may be parsed', () => {
  it.each([
    ['is well formed', whole],
    ['holds thousands of elements', `<MPD>${'<S t="1"/>'.repeat(5_000)}</MPD>`],
    ['names some base addresses', `<MPD>${'<BaseURL>a/</BaseURL>'.repeat(30)}</MPD>`],
  ])('%s', (_, text) => {
    expect(isTame(text.replace('a>b', 'ab'))).toBe(true);
  });
});

describe('a manifest that may not', () => {
  it.each([
    ['holds nothing', ''],
    ['is no XML', 'hello'],
    ['is a run of brackets', '<'.repeat(1_000_000)],
    ['never closes its elements', `<MPD>${'<a>'.repeat(600_000)}`],
    ['closes another element', '<MPD><Period></MPD></Period>'],
    ['nests without end', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`],
    ['begins comments without end', `<MPD>${'<!--'.repeat(500_000)}</MPD>`],
    ['begins instructions without end', `<MPD>${'<?'.repeat(500_000)}</MPD>`],
    ['has a document type', '<!DOCTYPE MPD [<!ENTITY a "b">]><MPD></MPD>'],
    ['names base addresses in levels', `<MPD>${'<BaseURL>a</BaseURL>'.repeat(320)}</MPD>`],
    ['lists elements without end', `<MPD>${'<S/>'.repeat(30_000)}</MPD>`],
  ])('%s', (_, text) => {
    const begun = performance.now();
    expect(isTame(text)).toBe(false);
    expect(readManifest(`<MPD>${text}</MPD>`, 'https://example.com/', 0)).toBeNull();
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
