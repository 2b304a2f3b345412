import type { WebhookView } from '../../shared/health.ts';
import { counted, withStop } from '../ui/text.ts';
import { localMoment } from '../ui/time.ts';
import type { Tone } from '../ui/tone.ts';

/** How the webhook stands, as a state and a sentence or two. */
export function webhookWords(view: WebhookView): { readonly tone: Tone; readonly words: string } {
  const { host, lastSentAt, trouble, waiting } = view;
  if (host === null) return { tone: 'idle', words: 'No webhook is set.' };
  const rest =
    waiting === 0 ? '' : ` ${counted(waiting, 'message waits', 'messages wait')} to be sent again.`;
  if (trouble !== null) return { tone: 'bad', words: `${withStop(trouble)}${rest}` };
  return lastSentAt === null
    ? { tone: 'pending', words: `Nothing was sent yet.${rest}` }
    : { tone: 'ok', words: `The last message arrived: ${localMoment(lastSentAt)}.${rest}` };
}
