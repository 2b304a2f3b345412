/** Sound is measured ten times a second: more pictures of it would show nothing more. */
const TICK_MS = 90;
/** Of so many ticks one is shown to those who asked for less motion. */
const CALM_TICKS = 3;
/** With more meters than this each second tick is shown: each drawing is work for the whole page. */
const MANY = 4;
const TICKS_OF_MANY = 2;

const draws = new Set<() => void>();
const calm = matchMedia('(prefers-reduced-motion: reduce)');
let timer: ReturnType<typeof setInterval> | undefined;
let ticks = 0;

/** Calls `draw` as often as a meter is worth drawing, until the returned function is called. */
export function onMeterTick(draw: () => void): () => void {
  draws.add(draw);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    draws.delete(draw);
    if (draws.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** One timer for all the meters of a wall. */
function tick(): void {
  ticks += 1;
  const shown = calm.matches ? CALM_TICKS : draws.size > MANY ? TICKS_OF_MANY : 1;
  if (document.hidden || ticks % shown !== 0) return;
  for (const draw of draws) draw();
}
