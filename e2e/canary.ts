import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, expect } from 'playwright/test';

/** Every form in which a secret could lie about. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

/** `places`: what they hold, by their names. */
export function expectNowhere(
  secrets: readonly string[],
  places: Readonly<Record<string, string>>,
): void {
  for (const [place, content] of Object.entries(places))
    for (const form of secrets.flatMap(formsOf))
      expect(content.includes(form), `${form} in ${place}`).toBe(false);
}

/** The files of a folder and below it, as text of one byte each character. */
export function filesBelow(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      found[path] = readFileSync(path, 'latin1');
    }
  return found;
}

interface Messages {
  /** Answers and pushes. */
  readonly toPage: string[];
  /** Arguments of calls. */
  readonly fromPage: string[];
}

interface Noting {
  noted: Messages;
  tally: { call(name: string, args: unknown): Promise<unknown> };
  __tallyPush(json: string): void;
}

/** Keeps all that page and main tell each other, as text, in the page itself. */
export async function noteMessages(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noting = window as unknown as Noting;
    const { tally, __tallyPush: push } = noting;
    const call = tally.call.bind(tally);
    const noted: Messages = { toPage: [], fromPage: [] };
    noting.noted = noted;
    noting.__tallyPush = (json) => {
      noted.toPage.push(json);
      push(json);
    };
    tally.call = async (name, args) => {
      noted.fromPage.push(JSON.stringify([name, args]));
      const answer = await call(name, args);
      noted.toPage.push(JSON.stringify([name, answer]));
      return answer;
    };
  });
}

/** What was noted so far, a message on each line. */
export async function notedMessages(page: Page): Promise<Record<keyof Messages, string>> {
  const { toPage, fromPage } = await page.evaluate(() => (window as unknown as Noting).noted);
  return { toPage: toPage.join('\n'), fromPage: fromPage.join('\n') };
}
