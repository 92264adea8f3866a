import { LIMITS } from './page-limits.ts';

/**
 * A script that prevents a page from leaving its site, such as from http to https, before it is converted.
 * @param isSinglePage whether the site has no other page
 */
export const preventNavigation = (isSinglePage: boolean) =>
  `navigation.addEventListener('navigate', (event) => {
    const { sameDocument, url } = event.destination;
    const leaves = !sameDocument && (${isSinglePage} || !url.startsWith(location.origin + '/'));
    if (event.cancelable && (leaves || event.downloadRequest !== null)) event.preventDefault();
  })`;

/** A script that waits for fonts and for pictures, also lazy ones. */
export const RESOURCES_LOADED = `(async () => {
  const pictures = [...document.images];
  for (const picture of pictures) if (picture.loading === 'lazy') picture.loading = 'eager';
  const pending = pictures.filter((picture) => !picture.complete);
  await Promise.race([
    Promise.all([document.fonts.ready, ...pending.map((picture) => picture.decode().catch(() => undefined))]),
    new Promise((resolve) => setTimeout(resolve, ${LIMITS.answer})),
  ]);
  return true;
})()`;

/** A script that waits until a selector matches: `found`, `missing` after the time limit of scripts, or `invalid`. */
export function awaitSelector(selector: string): string {
  return `(async () => {
    const end = performance.now() + ${LIMITS.scripts};
    for (;;) {
      try { if (document.querySelector(${JSON.stringify(selector)})) return 'found'; } catch { return 'invalid'; }
      if (performance.now() > end) return 'missing';
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })()`;
}
