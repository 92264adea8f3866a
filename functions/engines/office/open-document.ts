/** Declares namespaces of OpenDocument, each given as its prefix, or `prefix:name` where they differ. */
export function namespaces(...pairs: readonly string[]): string {
  return pairs
    .map((pair) => pair.split(':'))
    .map(([prefix, name = prefix]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
}
