/**
 * Removes characters from the end of a text. A regular expression would take quadratic time for many of them in the middle.
 * @param characters a set
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
