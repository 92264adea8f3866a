/** The attributes that declare namespaces of OpenDocument: of each its prefix, and its name where that is another. */
export function namespaces(...pairs: readonly string[]): string {
  return pairs
    .map((pair) => pair.split(':'))
    .map(([prefix, name = prefix]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
}
