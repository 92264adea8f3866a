/** The endings of files that the engine which joins reads itself. */
const JOINED = ['pdf', 'jpg', 'jpeg', 'jpe', 'jfif', 'jif', 'png', 'apng', 'webp', 'avif', 'avifs'].concat([
  'heic',
  'heif',
  'hif',
  'gif',
  'tiff',
  'tif',
]);

/**
 * Whether a file is joined with others as it is; a document has to become PDF first. Of a file whose name has no ending the
 * service finds out what it is.
 */
export function isJoinedAsIs(name: string): boolean {
  const [, ending] = /[^.]\.([^.]+)$/.exec(name) ?? [];
  return ending === undefined || JOINED.includes(ending.toLowerCase());
}
