import { MeterPicture, type Place, inPixels } from '../live/meter-picture.ts';
import { onMeterTick } from '../live/meter-ticks.ts';

interface Meter {
  /** The element over which the meter is drawn. */
  readonly element: HTMLElement;
  readonly read: () => readonly number[];
  readonly picture: MeterPicture;
}

/** The meters of one column of tiles, and the canvas that they are drawn on. */
interface Column {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly places: ReadonlyMap<Meter, Place>;
}

/**
 * The meters of a wall, drawn on one canvas a column over the pictures: each canvas is a layer
 * that is put over the pictures for every frame of them, so there are as few as can be.
 */
export class MeterBoard {
  readonly #meters = new Set<Meter>();
  #host: HTMLElement | null = null;
  #columns: readonly Column[] = [];
  #laidOut = '';

  /** Puts its canvases into `host`, which tiles move and grow in, until the returned function is called. */
  readonly over = (host: HTMLElement): (() => void) => {
    this.#host = host;
    const silence = onMeterTick(() => this.#draw());
    return () => {
      silence();
      this.#clear();
      this.#host = null;
    };
  };

  /** Draws over `element` what `read` gives, in dBFS, until the returned function is called. */
  add(element: HTMLElement, read: () => readonly number[]): () => void {
    const meter = { element, read, picture: new MeterPicture({ gap: 3, edge: 3 }) };
    this.#meters.add(meter);
    return () => this.#meters.delete(meter);
  }

  #draw(): void {
    this.#layOut();
    const now = performance.now();
    for (const { context, places } of this.#columns)
      for (const [{ picture, read }, place] of places) picture.draw(context, place, read(), now);
  }

  /** Tiles take other places and sizes for many reasons; to look is cheaper than to be told of all. */
  #layOut(): void {
    const host = this.#host;
    if (host === null) return;
    const from = host.getBoundingClientRect();
    const boxes = [...this.#meters].map((meter) => {
      const { left, top, width, height } = meter.element.getBoundingClientRect();
      return { meter, left: left - from.left, top: top - from.top, width, height };
    });
    const laidOut = [
      devicePixelRatio,
      ...boxes.map(({ left, top, width, height }) => [left, top, width, height].join(' ')),
    ].join();
    if (laidOut === this.#laidOut) return;
    this.#clear();
    this.#laidOut = laidOut;
    const columns = Map.groupBy(boxes, ({ left }) => Math.round(left));
    this.#columns = [...columns].flatMap(([left, inColumn]) => {
      const top = Math.min(...inColumn.map((box) => box.top));
      const width = Math.max(...inColumn.map((box) => box.width));
      const height = Math.max(...inColumn.map((box) => box.top + box.height)) - top;
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      if (context === null) return [];
      canvas.width = inPixels(width);
      canvas.height = inPixels(height);
      canvas.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
      host.append(canvas);
      const places = new Map(
        inColumn.map((box) => {
          box.meter.picture.forget();
          const place = {
            left: 0,
            top: inPixels(box.top - top),
            width: inPixels(box.width),
            height: inPixels(box.height),
          };
          return [box.meter, place] as const;
        }),
      );
      return [{ canvas, context, places }];
    });
  }

  #clear(): void {
    for (const { canvas } of this.#columns) canvas.remove();
    this.#columns = [];
    this.#laidOut = '';
  }
}
