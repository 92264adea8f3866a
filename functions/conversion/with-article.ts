/** Names that are read out letter by letter, and whose first letter begins with a vowel: an mp4, an svg; but a mov, a flac. */
const SPELLED = /^[fhlmnrsx](?![aeiouy]|lac)/;

/** The name of a format behind its article: a jpg, an arrow, an xlsx. */
export function withArticle(format: string): string {
  return `${/^[aeio]/.test(format) || SPELLED.test(format) ? 'an' : 'a'} ${format}`;
}
