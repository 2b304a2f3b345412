/** A bar of a meter, in shares of its height: 0 at the foot, 1 at full scale. */
export interface MeterBar {
  readonly level: number;
  /** The highest of the last moments. */
  readonly held: number;
}

/* Over a picture, so alike in both themes. */
const NORMAL = '#35c47f';
const HIGH = '#f5b130';
const OVER = '#ff7268';
const UNLIT = 'rgb(38 43 54)';
const GROUND = 'rgb(6 8 12 / 58%)';
const HELD = '#fff';
/** EBU R 68 permits peaks up to −9 dBFS, R 128 ends at −1: of a meter that begins at −60. */
const ZONES = [
  { from: 0, to: 0.85, colour: NORMAL },
  { from: 0.85, to: 0.98, colour: HIGH },
  { from: 0.98, to: 1, colour: OVER },
];
/** How high the mark of the highest level is, in CSS pixels. */
const MARK = 2;

/** In CSS pixels. */
interface MeterMeasures {
  /** Between two bars. */
  readonly gap: number;
  /** Of dark ground around the bars; 0 draws none. */
  readonly edge: number;
}

/**
 * Draws the bars of a meter on a canvas, ten times a second for each tile of a wall: on a canvas
 * no style is reckoned anew for it, and what looks as before isn't drawn again.
 */
export class MeterPicture {
  readonly #canvas: HTMLCanvasElement;
  readonly #measures: MeterMeasures;
  readonly #sized: ResizeObserver;
  #drawn: string[] = [];
  #bars: readonly MeterBar[] = [];

  constructor(canvas: HTMLCanvasElement, measures: MeterMeasures) {
    this.#canvas = canvas;
    this.#measures = measures;
    this.#sized = new ResizeObserver(([entry]) => {
      const size = entry?.devicePixelContentBoxSize[0];
      if (size === undefined) return;
      canvas.width = size.inlineSize;
      canvas.height = size.blockSize;
      const bars = this.#bars;
      this.#bars = [];
      this.draw(bars);
    });
    this.#sized.observe(canvas, { box: 'device-pixel-content-box' });
  }

  draw(bars: readonly MeterBar[]): void {
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    if (bars.length !== this.#bars.length) this.#begin(context);
    this.#bars = bars;
    const { gap, edge } = this.#measures;
    const [gapPx, edgePx, markPx] = [inPixels(gap), inPixels(edge), inPixels(MARK)];
    const { width, height } = this.#canvas;
    const tall = height - 2 * edgePx;
    const wide = Math.floor((width - 2 * edgePx - gapPx * (bars.length - 1)) / bars.length);
    const foot = edgePx + tall;
    for (const [index, bar] of bars.entries()) {
      const level = Math.round(bar.level * tall);
      const held = Math.round(bar.held * tall);
      const looks = `${level} ${held}`;
      if (looks === this.#drawn[index]) continue;
      this.#drawn[index] = looks;
      const left = edgePx + index * (wide + gapPx);
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
      if (held > 0) fill(HELD, held, Math.min(held, markPx));
    }
  }

  /** Nothing is drawn yet, but for the ground. */
  #begin(context: CanvasRenderingContext2D): void {
    const { width, height } = this.#canvas;
    this.#drawn = [];
    context.clearRect(0, 0, width, height);
    context.fillStyle = GROUND;
    if (this.#measures.edge > 0) context.fillRect(0, 0, width, height);
  }

  destroy(): void {
    this.#sized.disconnect();
  }
}

const inPixels = (cssPixels: number): number => Math.round(cssPixels * devicePixelRatio);
