import { createSubscriber } from 'svelte/reactivity';

/** The page's one clock: ticks once a second while something shows an age and the page is visible. */
class Clock {
  readonly #subscribe = createSubscriber((update) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const follow = (): void => {
      clearInterval(timer);
      timer = document.hidden ? undefined : setInterval(update, 1000);
      update();
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  });

  /** Milliseconds since 1970. */
  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

export const clock = new Clock();
