import { type Result, fail, ok } from '../../../shared/failure.ts';

const example = 'Enter one like https://hooks.example.com/tally.';

/** A web address that messages can be posted to, without a fragment, or why it is none. */
export function webhookAddress(typed: string): Result<string> {
  const refuse = (message: string): Result<string> => fail({ kind: 'invalid', message });
  const text = typed.trim();
  if (text === '') return refuse(`The address is empty. ${example}`);
  if (!URL.canParse(text)) return refuse(`This is no web address. ${example}`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(`A webhook’s address begins with https:// or http://. ${example}`);
  if (url.username !== '' || url.password !== '')
    return refuse(
      'The address holds a user name or password, which can’t be sent this way. Use one whose secret is in its path.',
    );
  url.hash = '';
  return ok(url.href);
}
