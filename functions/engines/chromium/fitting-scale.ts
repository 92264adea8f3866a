import type { Page } from './page.ts';
import { PIXELS } from './units.ts';

/** How much the browser itself shrinks a page that is too wide; beyond that it cuts it off. */
const SHRINKS = 1.5;
/** The least scale at which a page is still to be read by those who zoom in. */
const LEAST_SCALE = 0.25;
/**
 * A script that measures how wide a page is; 0 where it hides what is wider, has paper of its own, does not let itself be
 * read, or has vertical lines, which continue on pages to the left.
 */
const WIDTH = `(() => {
  try {
    const rules = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const pages = rules.flatMap((rule) => [rule, ...(rule.cssRules ?? [])]).filter((rule) => rule instanceof CSSPageRule);
    const roots = [document.documentElement, document.body];
    const hides = roots.some((root) => root && /hidden|clip/.test(getComputedStyle(root).overflowX));
    const isVertical = !getComputedStyle(document.documentElement).writingMode.startsWith('horizontal');
    return hides || isVertical || pages.some((page) => page.style.size) ? 0 : document.documentElement.scrollWidth;
  } catch {
    return 0;
  }
})()`;

/**
 * The scale at which all of a page is on the paper, as wide tables of reports and mails would be cut off.
 * @param room the width of the paper within its margins, in inches
 */
export async function fittingScale(page: Page, room: number): Promise<number> {
  const width = await page.evaluate<number>(WIDTH);
  const scale = Math.floor(((room * PIXELS * SHRINKS) / width) * 1000) / 1000;
  return scale >= LEAST_SCALE && scale < 1 ? scale : 1;
}
