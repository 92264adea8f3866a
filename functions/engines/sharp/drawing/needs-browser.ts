/** Embedded pictures that resvg silently leaves out. */
export const UNSUPPORTED_PICTURES = /data:image\/(?:avif|heic|heif|jxl|bmp|tiff)[;,]/i;

/** What resvg 0.45 ignores or draws black, by its notes on what it supports and by trying. */
const BROWSER_ONLY: readonly RegExp[] = [
  UNSUPPORTED_PICTURES,
  // Text in HTML: labels of diagrams.
  /<(?:\w{1,20}:)?foreignObject\b/i,
  /@font-face|\bvar\(\s{0,9}--/i,
  // Properties of CSS, where SVG has attributes of that name.
  /[\s"';{](?:transform\s{0,9}:|(?:width|height|c?[xy]|r[xy]?)\s{0,9}:\s{0,9}\d)/,
  /:(?:nth-|last-|only-|not\(|is\(|where\(|has\()/,
  /\b(?:ok)?(?:lab|lch)\(|\b(?:hwb|color|color-mix|light-dark)\(/,
  /\brgba?\(\s{0,9}[\d.]{1,9}%?\s{1,9}\d/,
  // Scripts that its fonts lack, and coloured pictures among letters.
  /[\u0530-\u1cff\u2d00-\u2dff\u{10000}-\u{1ffff}]/u,
];

/** Whether a drawing has in it what only a browser shows as it is meant. */
export function needsBrowser(text: string): boolean {
  return BROWSER_ONLY.some((pattern) => pattern.test(text));
}
