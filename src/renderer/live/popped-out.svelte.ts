import { mount, unmount } from 'svelte';
import type { Summary } from '../../shared/health.ts';
import PopOutFrame from './PopOutFrame.svelte';
import { openPoppedWindow, wayOut } from './popping-out.ts';

/** What stands beside a popped-out picture; read anew whenever it changes. */
export interface PopOutWords {
  readonly name: string;
  readonly summary: Summary;
  readonly isMuted: boolean;
  readonly onmute: () => void;
}

const size = { width: 480, height: 334 };

/** A picture of the page that can be moved to a small window above all others, and back. */
export class PoppedOut {
  readonly way = wayOut();
  isOut = $state(false);
  #bringBack: () => void = () => undefined;

  /**
   * Moves `picture`, with all in it, to a window of its own with `words`; where there is
   * no such window, the system's frame takes its video alone. Rejects when refused.
   */
  async open(picture: HTMLElement, words: PopOutWords): Promise<void> {
    if (this.isOut) return;
    if (this.way === 'video') return this.#openVideo(picture.querySelector('video'));
    const home = picture.parentElement;
    const next = picture.nextSibling;
    const opened = await openPoppedWindow(size);
    const frame = mount(PopOutFrame, {
      target: opened.document.body,
      props: {
        words,
        onplace: (place: HTMLElement) => {
          place.append(picture);
        },
      },
    });
    this.isOut = true;
    let isBack = false;
    const back = (): void => {
      if (isBack) return;
      isBack = true;
      this.isOut = false;
      if (home?.isConnected === true) home.insertBefore(picture, next);
      void unmount(frame);
    };
    opened.addEventListener('pagehide', back);
    // The words are taken away before what they are read from is gone.
    this.#bringBack = () => {
      back();
      opened.close();
    };
  }

  /** Brings the picture back into the page. */
  close(): void {
    if (this.isOut) this.#bringBack();
  }

  async #openVideo(video: HTMLVideoElement | null): Promise<void> {
    if (video === null) return;
    await video.requestPictureInPicture();
    this.isOut = true;
    this.#bringBack = () => {
      document.exitPictureInPicture().catch(() => undefined);
    };
    const back = (): void => {
      this.isOut = false;
    };
    video.addEventListener('leavepictureinpicture', back, { once: true });
  }
}
