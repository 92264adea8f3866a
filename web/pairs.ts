/** The pairs of formats with a page of their own, by search volume. */
export const PAIRS = [
  ['jpg', 'pdf'],
  ['pdf', 'docx'],
  ['pdf', 'jpg'],
  ['docx', 'pdf'],
  ['webp', 'jpg'],
  ['heic', 'jpg'],
  ['webp', 'png'],
  ['pdf', 'xlsx'],
  ['mp4', 'mp3'],
  ['png', 'pdf'],
  ['png', 'jpg'],
  ['pptx', 'pdf'],
  ['pdf', 'png'],
  ['mp4', 'gif'],
  ['pdf', 'pptx'],
  ['avif', 'jpg'],
  ['docx', 'jpg'],
  ['epub', 'pdf'],
  ['jpg', 'svg'],
  ['png', 'svg'],
  ['mov', 'mp4'],
  ['svg', 'png'],
  ['mkv', 'mp4'],
  ['png', 'ico'],
  ['html', 'pdf'],
  ['pdf', 'txt'],
  ['pdf', 'epub'],
  ['xlsx', 'pdf'],
] as const satisfies readonly (readonly [from: string, to: string])[];

/** The path of the page of a pair. */
export function pairPath([from, to]: readonly [string, string]): string {
  return `/${from}-to-${to}`;
}
