import type { Answered } from '../facts.ts';
import { mostRedirects } from '../probes/redirects.ts';
import { shortened } from './words.ts';

/** What is wrong with how an address answered, to follow its name: “gives status 404”. */
export function troubleOf({ outcome, status, contentType }: Answered): string {
  switch (outcome) {
    case 'status':
      return `gives status ${status ?? 'unknown'}`;
    case 'redirects':
      return `redirects more than ${mostRedirects} times`;
    case 'unreachable':
      return 'can’t be reached';
    case 'timed-out':
      return 'doesn’t answer in time';
    case 'not-understood':
      return strangerOf(contentType);
    case 'too-large':
      return 'is too large to be read';
    case 'ok':
      return 'answers';
  }
}

/** A content type that is the right one explains nothing. */
function strangerOf(contentType: string | null): string {
  if (contentType === null) return 'isn’t one';
  if (/mpegurl/i.test(contentType)) return 'is empty or lists nothing';
  if (/dash\+xml/i.test(contentType)) return 'is empty or not understood';
  return `isn’t one: “${shortened(contentType, 40)}” came`;
}
