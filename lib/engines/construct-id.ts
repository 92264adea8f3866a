/** The construct id of a name: `convert` becomes `Convert`, `pdf-text` becomes `PdfText`. */
export function constructId(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
