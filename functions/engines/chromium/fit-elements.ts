import type { Page } from './page.ts';

/**
 * A script that shrinks the outermost elements that are wider than the page. Pages with a fixed layout have another width,
 * and vertical lines continue on pages to the left.
 */
const FIT = `(() => {
  const LEAST = 0.25;
  const ROUNDS = 4;
  // Text does not shrink evenly.
  const SLACK = 0.99;
  const width = document.documentElement.clientWidth;
  const bodies = [...document.querySelectorAll('html > body')].filter(
    (body) => !body.style.page && getComputedStyle(body).writingMode.startsWith('horizontal'),
  );
  const scales = new Map();
  const fit = () => {
    const wide = new Map();
    const inside = new WeakSet();
    for (const body of bodies) {
      const isRightToLeft = getComputedStyle(body).direction === 'rtl';
      for (const element of [body, ...body.querySelectorAll('*')]) {
        if (inside.has(element.parentElement)) {
          inside.add(element);
          continue;
        }
        const box = element.getBoundingClientRect();
        const room = isRightToLeft ? box.right : width - box.left;
        // Elements of unknown namespaces have no styles.
        if (room <= 0 || box.width < room + 1 || !element.style) continue;
        inside.add(element);
        wide.set(element, { room, scale: room / box.width });
      }
    }
    for (const [element, { room, scale }] of wide) {
      const zoom = scales.get(element);
      // A limit is enough where only margins or padding are too wide.
      const isLimited = zoom === undefined && element instanceof HTMLElement && element.scrollWidth <= element.clientWidth;
      if (isLimited) Object.assign(element.style, { boxSizing: 'border-box', maxWidth: room + 'px' });
      else element.style.zoom = Math.max(LEAST, (zoom ?? 1) * scale * SLACK);
      scales.set(element, Number(element.style.zoom || 1));
    }
    return wide.size > 0;
  };
  for (let round = 0; round < ROUNDS && fit(); round++);
})()`;

/**
 * Shrinks what is wider than the page by itself, such as a formula or a table: the browser would shrink all pages.
 * @param width of the page within its margins, in CSS pixels
 */
export async function fitElements(page: Page, width: number): Promise<void> {
  await page.resize({ width, height: width });
  await page.evaluate(FIT);
}
