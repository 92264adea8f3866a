/**
 * A text without such characters at its end. An expression that looks for them there looks from each of them: many in the
 * midst of a text would take it the square of their number.
 * @param characters each by itself
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
