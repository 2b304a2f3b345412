import type { Page } from 'playwright/test';

interface Holding {
  tally: { call(name: string, args: unknown): Promise<unknown> };
  letAnswersGo(): void;
}

/** Keeps the page waiting for the answers to one call, until the returned function is called. */
export async function holdAnswers(page: Page, held: string): Promise<() => Promise<void>> {
  await page.evaluate((name) => {
    const holding = window as unknown as Holding;
    const { tally } = holding;
    const call = tally.call.bind(tally);
    const isOver = new Promise<void>((done) => (holding.letAnswersGo = done));
    tally.call = async (asked, args) => {
      const answer = await call(asked, args);
      if (asked === name) await isOver;
      return answer;
    };
  }, held);
  return () => page.evaluate(() => (window as unknown as Holding).letAnswersGo());
}
