/** The extensions of files that the joining engine reads itself. */
const JOINED = /^(?:pdf|jpe?g|jpe|jfif|jif|a?png|webp|avifs?|heic|heif|hif|gif|tiff?)$/i;

/**
 * Whether a file is joined as it is; others have to be converted to PDF first. The format of a file without an extension is
 * left to the service.
 */
export function isJoinedAsIs(name: string): boolean {
  const [, extension] = /[^.]\.([^.]+)$/.exec(name) ?? [];
  return extension === undefined || JOINED.test(extension);
}
