/** How many characters of a text may be control characters. Measured: 0.024 where its fonts say its letters, 0.07 where they do not. */
const MOST_CONTROLS = 0.05;

/**
 * Whether the fonts of a text say which letters they draw. Otherwise poppler takes the numbers of glyphs for characters, of
 * which the lowest, often the space, are control characters.
 */
export function hasLetters(parts: readonly string[]): boolean {
  let [all, controls] = [0, 0];
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at);
      if (code === 32 || (code >= 9 && code <= 13)) continue;
      all++;
      if (code < 32) controls++;
    }
  }
  return controls <= MOST_CONTROLS * all;
}
