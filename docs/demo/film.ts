import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Screenshots with the time that each is shown. */
export class Film {
  readonly #frames: { readonly picture: Buffer; milliseconds: number }[] = [];

  /** Adds what a page shows now. What has not changed is shown for longer. */
  async shoot(page: Page, milliseconds: number): Promise<void> {
    const picture = await page.screenshot();
    const last = this.#frames.at(-1);
    if (last?.picture.equals(picture)) last.milliseconds += milliseconds;
    else this.#frames.push({ picture, milliseconds });
  }

  /** Shoots until something has happened. */
  async shootUntil(page: Page, done: Promise<unknown>): Promise<void> {
    let waiting = true;
    const ended = done.finally(() => (waiting = false));
    while (waiting) await this.shoot(page, 120);
    await ended;
  }

  /** How long it is, in milliseconds. */
  get length(): number {
    return this.#frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }

  /** Writes an animated WebP that begins anew forever. @returns its size in bytes */
  async write(path: string): Promise<number> {
    const pictures = this.#frames.map(({ picture }) => picture);
    const delay = this.#frames.map(({ milliseconds }) => milliseconds);
    const { size } = await sharp(pictures, { join: { animated: true } })
      .webp({ delay, loop: 0, quality: 72, effort: 4, minSize: true, mixed: true })
      .toFile(path);
    return size;
  }
}
