/** The id of a construct that is named after something of the service: `convert` is `Convert`, `pdf-text` is `PdfText`. */
export function constructId(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
