/** The last picture of a tile, kept on a canvas over the video while that has none of its own. */
export class TilePicture {
  readonly #host: HTMLElement;
  #canvas: HTMLCanvasElement | null = null;
  #heldAt: number | null = null;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** When the picture was live, in milliseconds since 1970; null without one. */
  get heldAt(): number | null {
    return this.#heldAt;
  }

  /** Draws what the video shows; without a picture, what was held before stays. */
  hold(video: HTMLVideoElement, liveAt: number): void {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0 || height === 0 || video.readyState < video.HAVE_CURRENT_DATA) return;
    const canvas = this.#canvas ?? document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
    if (this.#canvas === null) this.#host.append(canvas);
    this.#canvas = canvas;
    this.#heldAt = liveAt;
  }

  /** Lets go of the picture and its memory. */
  drop(): void {
    this.#canvas?.remove();
    this.#canvas = null;
    this.#heldAt = null;
  }
}
