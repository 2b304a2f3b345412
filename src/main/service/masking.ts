const dots = '••••••••';
const shortestSecret = 4;
/** A value under a key-like name is looked for elsewhere when it is too long to be a common word. */
const shortestFound = 8;
/** How many characters may be searched for echoes in all, so that no answer can hold main up. */
const searchBudget = 200_000_000;
const mostSecrets = 1_000;
/** Enough for every form of a token, a stream key and a few relay keys. */
const fewestForms = 60;

const secretName =
  /key(?!_?-?frame)|token|secret|passw|passphrase|passcode|pwd|credential|authori[sz]ation|bearer|signature/i;

/** Whether a field of this name holds a secret. */
export const namesSecret = (name: string): boolean => secretName.test(name);

/** Replaces every echo of a secret of 4 characters or more: raw, escaped, URL-encoded, base64. */
export const maskSecrets = (text: string, secrets: readonly string[]): string =>
  maskerOf(secrets)(text);

/** The same for many texts. */
export function maskerOf(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets)].slice(0, mostSecrets).flatMap(formsOf);
  return (text) => {
    const affordable = Math.max(fewestForms, Math.floor(searchBudget / (text.length + 1)));
    let masked = text;
    for (const form of forms.slice(0, affordable).sort((a, b) => b.length - a.length))
      if (masked.includes(form)) masked = masked.replaceAll(form, dots);
    return masked;
  };
}

const mostShown = 2_000_000;

/**
 * For “Show the answer”: a JSON text, indented, with dots for every value under a
 * key-, token-, secret- or password-like name and for every echo of such a value
 * or of one of `secrets`. Works on the text, so that figures stay as they came. Of
 * a giant, or of what indenting would make one, the first two million characters.
 */
export const maskedJson = (text: string, secrets: readonly string[]): string =>
  masked(text, secrets, { indented: true, enough: mostShown });

/** The first 2 kB (UTF-8) of an answer that was not understood, masked likewise. */
export function maskedExcerpt(text: string, secrets: readonly string[], bytes = 2_048): string {
  const start = masked(text, secrets, { indented: false, enough: bytes + 100_000 });
  const cut = new TextEncoder().encode(start.slice(0, bytes)).subarray(0, bytes);
  return new TextDecoder().decode(cut, { stream: true });
}

/**
 * The command for “Copy as cURL”, quoted for a POSIX shell; the token comes from
 * the environment variable TALLY_TOKEN.
 */
export function curlCommand(address: string, id: string): string {
  const url = `${address}/v1/live_entities/${encodeURIComponent(id.toWellFormed())}`;
  return `curl -H "Authorization: $TALLY_TOKEN" '${url.replaceAll("'", `'\\''`)}'`;
}

function masked(
  text: string,
  secrets: readonly string[],
  { indented, enough }: { indented: boolean; enough: number },
): string {
  const found: string[] = [];
  const parts: string[] = [];
  const layout = new Layout();
  /** The depth at which a value under a secret name began. */
  let hiddenFrom = Infinity;
  let name: string | null = null;
  let previous: Token | null = null;
  let written = 0;
  for (const token of tokensOf(text)) {
    if (written > enough) break;
    if (token.text === ':') name = previous?.kind === 'string' ? unquoted(previous.text) : null;
    const hidden = hiddenFrom <= layout.depth;
    const named = previous?.text === ':' && name !== null && namesSecret(name);
    if (named && isOpening(token.text)) hiddenFrom = Math.min(hiddenFrom, layout.depth + 1);
    let shown = token.kind === 'string' && indented ? canonical(token.text) : token.text;
    if (isSecretValue(token) && (named || (hidden && !isName(text, token)))) {
      found.push(unquoted(token.text));
      shown = token.kind === 'string' ? `"${dots}"` : dots;
    }
    const part = (indented ? layout.before(token.text) : token.gap) + shown;
    layout.follow(token.text);
    if (isClosing(token.text) && layout.depth < hiddenFrom) hiddenFrom = Infinity;
    parts.push(part);
    written += part.length;
    previous = token;
  }
  if (indented && written > enough)
    parts.push(`\n… The rest is left out: the answer has ${text.length} characters.`);
  if (!indented && written <= enough) parts.push(text.slice(previous?.end ?? 0));
  return maskSecrets(parts.join(''), [
    ...secrets,
    ...found.filter(({ length }) => length >= shortestFound),
  ]);
}

interface Token {
  readonly kind: 'string' | 'mark' | 'bare';
  readonly text: string;
  /** The white space in front of it. */
  readonly gap: string;
  readonly end: number;
}

/** Splits JSON, or what was meant to be JSON, into strings, marks and the rest. */
function* tokensOf(text: string): Generator<Token> {
  const pattern = /[{}[\],:]|"|[^\s{}[\],:"]+/g;
  let end = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const gap = text.slice(end, match.index);
    const isString = match[0] === '"';
    end = isString ? endOfString(text, match.index) : pattern.lastIndex;
    pattern.lastIndex = end;
    const kind = isString ? 'string' : /^[{}[\],:]$/.test(match[0]) ? 'mark' : 'bare';
    yield { kind, text: text.slice(match.index, end), gap, end };
  }
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

const isOpening = (mark: string): boolean => mark === '{' || mark === '[';
const isClosing = (mark: string): boolean => mark === '}' || mark === ']';
const isSecretValue = ({ kind, text }: Token): boolean =>
  kind === 'string' ? text !== '""' : kind === 'bare' && !/^(?:true|false|null)$/.test(text);
const isName = (text: string, { end }: Token): boolean =>
  /^\s*:/.test(text.slice(end, end + 1_000));

/** The text of a JSON string; one that was cut off is read as far as it goes. */
function unquoted(token: string): string {
  if (!token.startsWith('"')) return token;
  const inner = token.replace(/^"/, '').replace(/"$/, '');
  if (!inner.includes('\\')) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}

/** Some services escape slashes and every letter that isn't ASCII. */
function canonical(token: string): string {
  return token.includes('\\') && token.length > 1 && token.endsWith('"')
    ? JSON.stringify(unquoted(token))
    : token;
}

/** Line breaks and indentation, two spaces for a level and no deeper than 40 levels. */
class Layout {
  depth = 0;
  #previous = '';

  before(token: string): string {
    if (this.#previous === '') return '';
    if (token === ',' || token === ':') return '';
    if (this.#previous === ':') return ' ';
    if (isOpening(this.#previous) && isClosing(token)) return '';
    return `\n${'  '.repeat(Math.min(isClosing(token) ? this.depth - 1 : this.depth, 12))}`;
  }

  follow(token: string): void {
    if (isOpening(token)) this.depth += 1;
    if (isClosing(token)) this.depth = Math.max(0, this.depth - 1);
    this.#previous = token;
  }
}

function formsOf(secret: string): string[] {
  if (secret.length < shortestSecret) return [];
  const whole = secret.toWellFormed();
  const encoded = encodeURIComponent(whole);
  const escaped = JSON.stringify(secret).slice(1, -1);
  const html = whole.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const forms = [
    secret,
    escaped,
    escaped.replaceAll('/', '\\/'),
    encoded,
    encoded.replace(/%../g, (code) => code.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    encodeURI(whole),
    html,
    html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    ...base64Forms(whole),
  ];
  return [...new Set(forms)];
}

/**
 * Base64 of a secret, also where it stands inside a longer text (RFC 4648): one
 * form for each of the three alignments, without the letters that mix in neighbours.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const from = Math.ceil((shift * 8) / 6);
    const core = text.slice(from, Math.floor(((shift + bytes.length) * 8) / 6));
    const whole = shift === 0 ? [text] : [];
    return core.length < shortestSecret
      ? whole
      : [...whole, core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
