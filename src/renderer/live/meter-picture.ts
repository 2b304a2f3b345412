import { HeldPeak, heightOf } from './meter-scale.ts';

/* Over a picture, so alike in both themes. */
const NORMAL = '#35c47f';
const HIGH = '#f5b130';
const OVER = '#ff7268';
const UNLIT = 'rgb(38 43 54)';
const HELD = '#fff';
const GROUND = 'rgb(6 8 12 / 58%)';
/** EBU R 68 permits peaks up to −9 dBFS, R 128 ends at −1: of a meter that begins at −60. */
const ZONES = [
  { from: 0, to: 0.85, colour: NORMAL },
  { from: 0.85, to: 0.98, colour: HIGH },
  { from: 0.98, to: 1, colour: OVER },
];
/** How high the mark of the highest level is, in CSS pixels. */
const MARK = 2;

const unheard = [-Infinity, -Infinity];

/** A place on a canvas, in pixels of its bitmap. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** In CSS pixels. */
interface MeterMeasures {
  /** Between two bars. */
  readonly gap: number;
  /** Of dark ground around the bars; 0 draws none. */
  readonly edge: number;
}

/**
 * Draws the bars of one meter. On a canvas no style is reckoned anew for it, and a bar that
 * looks as before isn't drawn again.
 */
export class MeterPicture {
  readonly #measures: MeterMeasures;
  #held: HeldPeak[] = [];
  #drawn: string[] = [];

  constructor(measures: MeterMeasures) {
    this.#measures = measures;
  }

  /** To be called when the place on the canvas is another, or was wiped. */
  forget(): void {
    this.#drawn = [];
  }

  /** `heard` are the levels of the channels in dBFS, none while nothing is heard; `now` is in milliseconds. */
  draw(
    context: CanvasRenderingContext2D,
    place: Place,
    heard: readonly number[],
    now: number,
  ): void {
    const peaks = heard.length > 0 ? heard : unheard;
    if (peaks.length !== this.#drawn.length) this.#begin(context, place, peaks.length);
    const [gap, edge, mark] = [this.#measures.gap, this.#measures.edge, MARK].map(inPixels) as [
      number,
      number,
      number,
    ];
    const tall = place.height - 2 * edge;
    const wide = Math.floor((place.width - 2 * edge - gap * (peaks.length - 1)) / peaks.length);
    const foot = place.top + edge + tall;
    for (const [channel, peak] of peaks.entries()) {
      const level = Math.round(heightOf(peak) * tall);
      const highest = (this.#held[channel] ??= new HeldPeak()).hold(now, peak);
      const held = Math.round(heightOf(highest) * tall);
      const looks = `${level} ${held}`;
      if (looks === this.#drawn[channel]) continue;
      this.#drawn[channel] = looks;
      const left = place.left + edge + channel * (wide + gap);
      const fill = (colour: string, above: number, high: number): void => {
        context.fillStyle = colour;
        context.fillRect(left, foot - above, wide, high);
      };
      fill(UNLIT, tall, tall - level);
      for (const zone of ZONES) {
        const from = Math.round(zone.from * tall);
        const to = Math.min(level, Math.round(zone.to * tall));
        if (to > from) fill(zone.colour, to, to - from);
      }
      if (held > 0) fill(HELD, held, Math.min(held, mark));
    }
  }

  #begin(
    context: CanvasRenderingContext2D,
    { left, top, width, height }: Place,
    channels: number,
  ): void {
    this.#drawn = Array.from({ length: channels }, () => '');
    context.clearRect(left, top, width, height);
    context.fillStyle = GROUND;
    if (this.#measures.edge > 0) context.fillRect(left, top, width, height);
  }
}

export const inPixels = (cssPixels: number): number => Math.round(cssPixels * devicePixelRatio);
