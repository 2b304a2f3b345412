/** Small enough to compare often, large enough to see the digits of a clock change. */
export const LOOK_COLUMNS = 64;
export const LOOK_ROWS = 36;
/** Of each place at most so many pixels are looked at in each direction, however large the picture. */
const SAMPLES_A_SIDE = 8;

/** What a pixel's bytes are: limited-range luma is 16 to 235 (ITU-R BT.709, 4.6). */
export type PixelKind = 'limited luma' | 'full luma' | 'RGBX';

export interface Pixels {
  readonly bytes: Uint8Array;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  readonly kind: PixelKind;
}

/** What looking at one video needs again and again. */
export class PictureLook {
  #buffer = new Uint8Array();

  /**
   * The luma of each place of the picture that `video` shows now; null when it can't be had.
   * The frame is read as it was decoded, which costs a tenth of drawing it.
   */
  async at(video: HTMLVideoElement): Promise<Uint8ClampedArray | null> {
    let frame: VideoFrame | null = null;
    try {
      frame = new VideoFrame(video);
      return placesOf(await this.#copy(frame));
    } catch {
      return null;
    } finally {
      frame?.close();
    }
  }

  async #copy(frame: VideoFrame): Promise<Pixels> {
    const isLuma = frame.format !== null && eightBitLuma.has(frame.format);
    const options = isLuma ? {} : { format: 'RGBX' as const };
    const size = frame.allocationSize(options);
    if (this.#buffer.length !== size) this.#buffer = new Uint8Array(size);
    const [plane] = await frame.copyTo(this.#buffer, options);
    const { width = 0, height = 0 } = frame.visibleRect ?? {};
    const luma = frame.colorSpace.fullRange === true ? 'full luma' : 'limited luma';
    return {
      bytes: this.#buffer.subarray(plane?.offset),
      stride: plane?.stride ?? 0,
      width,
      height,
      kind: isLuma ? luma : 'RGBX',
    };
  }
}

/** Pixel formats that begin with a plane of luma, a byte for each pixel. */
const eightBitLuma: ReadonlySet<string> = new Set(['I420', 'I420A', 'I422', 'I444', 'NV12']);

/** The mean luma of each place, 0 to 255, row by row. */
export function placesOf({ bytes, stride, width, height, kind }: Pixels): Uint8ClampedArray {
  const luma = kind === 'RGBX' ? lumaOfColours : lumaOfByte;
  const [across, down] = [samplesOf(width, LOOK_COLUMNS), samplesOf(height, LOOK_ROWS)];
  const columns = samplesAlong(width, across * LOOK_COLUMNS, kind === 'RGBX' ? 4 : 1);
  const rows = samplesAlong(height, down * LOOK_ROWS, stride);
  const places = new Uint8ClampedArray(LOOK_COLUMNS * LOOK_ROWS);
  for (let place = 0; place < places.length; place += 1) {
    const firstRow = Math.floor(place / LOOK_COLUMNS) * down;
    const firstColumn = (place % LOOK_COLUMNS) * across;
    let sum = 0;
    for (let row = firstRow; row < firstRow + down; row += 1)
      for (let column = firstColumn; column < firstColumn + across; column += 1)
        sum += luma(bytes, (rows[row] ?? 0) + (columns[column] ?? 0));
    const mean = sum / (across * down);
    places[place] = kind === 'limited luma' ? ((mean - 16) * 255) / 219 : mean;
  }
  return places;
}

/** How many samples each place takes along a side; of a small picture no pixel is taken twice. */
const samplesOf = (pixels: number, places: number): number =>
  Math.min(SAMPLES_A_SIDE, Math.max(1, Math.floor(pixels / places)));

/** Where the samples are along a side of the picture, evenly, in bytes. */
function samplesAlong(pixels: number, samples: number, pixelBytes: number): Uint32Array {
  return Uint32Array.from(
    { length: samples },
    (_, sample) => Math.floor(((sample + 0.5) * pixels) / samples) * pixelBytes,
  );
}

const lumaOfByte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

/** ITU-R BT.709, 3.2. */
const lumaOfColours = (bytes: Uint8Array, at: number): number =>
  0.2126 * (bytes[at] ?? 0) + 0.7152 * (bytes[at + 1] ?? 0) + 0.0722 * (bytes[at + 2] ?? 0);
