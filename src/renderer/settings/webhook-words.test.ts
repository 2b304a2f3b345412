import { expect, test } from 'vitest';
import { webhookWords } from './webhook-words.ts';

const set = { host: 'hooks.example.com', waiting: 0, lastSentAt: null, trouble: null };

test.each([
  [{ ...set, host: null }, 'idle', 'No webhook is set.'],
  [set, 'pending', 'Nothing was sent yet.'],
  [{ ...set, lastSentAt: 1 }, 'ok', /^The last message arrived: .+\.$/],
  [
    { ...set, lastSentAt: 1, trouble: 'It answered with status 500', waiting: 1 },
    'bad',
    'It answered with status 500. 1 message waits to be sent again.',
  ],
  [
    { ...set, trouble: 'It didn’t answer.', waiting: 12 },
    'bad',
    'It didn’t answer. 12 messages wait to be sent again.',
  ],
])('says how the webhook stands: %o', (view, tone, words) => {
  const said = webhookWords(view);
  expect(said.tone).toBe(tone);
  if (typeof words === 'string') expect(said.words).toBe(words);
  else expect(said.words).toMatch(words);
});
