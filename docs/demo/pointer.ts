import type { Locator, Page } from 'playwright-core';
import type { Film } from './film.ts';

/** Steps of a movement. */
const STEPS = 6;

/** What draws the pointer and a line of text above all else; screenshots show neither of their own. */
const OVERLAY = `(() => {
  const layer = document.createElement('div');
  layer.popover = 'manual';
  layer.ariaHidden = 'true';
  layer.style.cssText = 'position:fixed;inset:0;inline-size:100%;block-size:100%;margin:0;border:0;padding:0;background:none;overflow:hidden;pointer-events:none';
  const text = document.createElement('p');
  text.style.cssText = 'position:absolute;top:15px;left:42%;translate:-50%;margin:0;padding:7px 20px;font:600 17px system-ui;color:#fff;background:#1b1b2bee;border-radius:20px;white-space:nowrap';
  const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  arrow.setAttribute('viewBox', '0 0 16 24');
  arrow.innerHTML = '<path d="M1 1v18l4.5-4 3 7 3-1.300-3-7H15z" fill="#111" stroke="#fff" stroke-width="1.500"/>';
  arrow.style.cssText = 'position:absolute;left:0;top:0;inline-size:20px;block-size:30px';
  layer.append(text, arrow);
  document.body.append(layer);
  window.overlay = (x, y, words) => {
    text.textContent = words;
    text.hidden = words === '';
    arrow.style.translate = x + 'px ' + y + 'px';
    // Shown anew, it is above a dialog that has been opened since.
    layer.hidePopover();
    layer.showPopover();
  };
  layer.showPopover();
})()`;

/** A pointer that can be seen, and a line of text that says what goes on. */
export class Pointer {
  readonly #page: Page;
  readonly #film: Film;
  #at = { x: 700, y: 560 };
  #words = '';

  constructor(page: Page, film: Film) {
    this.#page = page;
    this.#film = film;
  }

  /** Draws it; once for each page that is loaded. */
  async show(): Promise<void> {
    await this.#page.evaluate(OVERLAY);
    await this.#draw();
  }

  /** Leaves the page as it is, until something is said or moved. */
  async hide(): Promise<void> {
    await this.#page.mouse.move(0, 0);
    await this.#page.evaluate("document.querySelector('[popover]').hidePopover()");
  }

  /** Says what goes on. */
  async say(words: string): Promise<void> {
    this.#words = words;
    await this.#draw();
    await this.#film.shoot(this.#page, 700);
  }

  /** Moves to the middle of something. */
  async moveTo(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target} is not to be seen`);
    await this.glide(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Moves to a point, quickly at first. */
  async glide(x: number, y: number): Promise<void> {
    const from = this.#at;
    for (let step = 1; step <= STEPS; step += 1) {
      const part = 1 - (1 - step / STEPS) ** 2;
      this.#at = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part };
      await this.#page.mouse.move(this.#at.x, this.#at.y);
      await this.#draw();
      await this.#film.shoot(this.#page, 50);
    }
  }

  /** Moves to something and presses it. */
  async press(target: Locator, pause = 500): Promise<void> {
    await this.moveTo(target);
    await this.#film.shoot(this.#page, 200);
    await target.click();
    await this.#draw();
    await this.#film.shoot(this.#page, pause);
  }

  async #draw(): Promise<void> {
    await this.#page.evaluate(`overlay(${this.#at.x}, ${this.#at.y}, ${JSON.stringify(this.#words)})`);
  }
}
