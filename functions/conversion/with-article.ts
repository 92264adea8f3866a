/** Names that are spelled, and whose first letter sounds like a vowel: an mp4, an svg; but a mov, a flac. */
const SPELLED = /^[fhlmnrsx](?![aeiouy]|lac)/;

/** The name of a format with its indefinite article: a jpg, an apng, an xlsx. */
export function withArticle(format: string): string {
  return `${/^[aeio]/.test(format) || SPELLED.test(format) ? 'an' : 'a'} ${format}`;
}
