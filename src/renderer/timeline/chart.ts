import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Timeline } from '../../shared/health.ts';
import { clockTime } from '../ui/time.ts';
import { type Series, axisWords, scaleOf } from './series.ts';

const heightPx = 64;
const axisPx = 52;
/** All charts of the page share the cursor; uPlot keeps each key for ever. */
const sharedCursor = 'timeline';
/** Events nearer than that would hide the line that they lie on. */
const eventsApartPx = 5;

export interface ChartOptions {
  readonly series: Series;
  /** Only the lowest of them writes the times. */
  readonly hasTimes: boolean;
  /** The point under the cursor, null when it left. */
  readonly onPoint: (index: number | null) => void;
}

/** One line of the timeline, with the events on it, in a canvas. `destroy` releases it. */
export class Chart {
  readonly #plot: uPlot;
  readonly #watch: ResizeObserver;
  readonly #theme = matchMedia('(prefers-color-scheme: light)');
  readonly #repaint = (): void => {
    this.#plot.redraw(false, true);
  };
  #timeline: Timeline | null = null;

  constructor(target: HTMLElement, options: ChartOptions) {
    const colourOf = (token: string): string => getComputedStyle(target).getPropertyValue(token);
    const axis = {
      stroke: () => colourOf('--faint'),
      font: `11px ${getComputedStyle(target).fontFamily}`,
      ticks: { show: false },
    };
    this.#plot = new uPlot(
      {
        width: Math.max(target.clientWidth, 100),
        height: heightPx + (options.hasTimes ? 16 : 0),
        padding: [8, 8, options.hasTimes ? 0 : 8, 0],
        legend: { show: false },
        cursor: {
          sync: { key: sharedCursor },
          drag: { setScale: false, x: false, y: false },
          points: { size: 6 },
          y: false,
        },
        scales: {
          x: { time: true, range: () => this.#span },
          y: { range: (_, low, high) => scaleOf(options.series, low, high) },
        },
        axes: [
          {
            ...axis,
            show: options.hasTimes,
            size: 24,
            grid: { show: false },
            values: (_, splits) => splits.map((at) => clockTime(at * 1000)),
          },
          {
            ...axis,
            size: axisPx,
            space: 24,
            grid: { stroke: () => colourOf('--line'), width: 1 },
            values: (_, splits) => axisWords(splits),
          },
        ],
        series: [
          {},
          {
            stroke: () => colourOf(options.series.colour),
            width: 1.5,
            points: { show: false },
            spanGaps: false,
          },
        ],
        hooks: {
          draw: [(plot) => this.#drawEvents(plot, colourOf)],
          setCursor: [({ cursor }) => options.onPoint(cursor.idx ?? null)],
        },
      },
      [[], []],
      target,
    );
    this.#watch = new ResizeObserver(() => {
      const { height } = this.#plot;
      this.#plot.setSize({ width: Math.max(target.clientWidth, 100), height });
    });
    this.#watch.observe(target);
    this.#theme.addEventListener('change', this.#repaint);
  }

  /** `times` in seconds. */
  show(timeline: Timeline, times: readonly number[], values: readonly (number | null)[]): void {
    this.#timeline = timeline;
    this.#plot.setData([[...times], [...values]]);
  }

  destroy(): void {
    this.#theme.removeEventListener('change', this.#repaint);
    this.#watch.disconnect();
    this.#plot.destroy();
  }

  get #span(): [number, number] {
    const { from, to } = this.#timeline ?? { from: 0, to: 1_000 };
    return [from / 1000, to / 1000];
  }

  /**
   * A dashed line each: with a filled top for failing, an open one for a warning, none for
   * good again. Where they crowd, only what fails is drawn; the list has them all.
   */
  #drawEvents(plot: uPlot, colourOf: (token: string) => string): void {
    const { ctx, bbox } = plot;
    const scale = devicePixelRatio;
    ctx.save();
    ctx.lineWidth = scale;
    let drawnAt = -Infinity;
    for (const { at, verdict } of this.#timeline?.events ?? []) {
      const x = Math.round(plot.valToPos(at / 1000, 'x', true)) + 0.5;
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      if (verdict !== 'failing' && x - drawnAt < eventsApartPx * scale) continue;
      drawnAt = x;
      const colour = colourOf(eventColours[verdict]);
      ctx.strokeStyle = ctx.fillStyle = colour;
      ctx.setLineDash([3 * scale, 3 * scale]);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.setLineDash([]);
      if (verdict !== 'failing' && verdict !== 'warning') continue;
      const size = 3.5 * scale;
      ctx.beginPath();
      ctx.moveTo(x - size, bbox.top);
      ctx.lineTo(x + size, bbox.top);
      ctx.lineTo(x, bbox.top + 1.8 * size);
      ctx.closePath();
      if (verdict === 'failing') ctx.fill();
      else ctx.stroke();
    }
    ctx.restore();
  }
}

const eventColours = {
  failing: '--bad',
  warning: '--warn',
  good: '--ok',
  unknown: '--faint',
} as const;
