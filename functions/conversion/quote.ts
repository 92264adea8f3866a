/** Quotes a client's text in a message: shortened, and without control characters. */
export function quote(word: string): string {
  const clean = word.replace(/\p{C}/gu, '').trim();
  return `"${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}"`;
}
