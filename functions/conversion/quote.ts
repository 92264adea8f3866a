/** A client's word in a message: short, and without control characters. */
export function quote(word: string): string {
  const clean = word.replace(/\p{C}/gu, '').trim();
  return `"${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}"`;
}
