/** The files of the Lua filter between reader and writer, which are in one folder, the script itself first. */
export const FILTERS = [
  'document',
  'book',
  'changes',
  'html',
  'markdown',
  'metadata',
  'pictures',
  'tables',
  'targets',
].map((name) => `functions/engines/pandoc/filters/${name}.lua`);

/** The exit codes of the filter. */
export const ENDINGS = { tooComplex: 75, includesFiles: 76 } as const;

/** The file in the working folder with which the filter shows that the document has been read. */
export const WAS_READ = 'read';

/** The file with what a document says of itself. */
export const PROPERTIES = 'properties.json';

/** The folder with pictures that our own documents name, and that the filter includes. */
export const OWN_PICTURES = 'own';

/** The folder in which the filter puts pictures beside a text. */
export const MEDIA = 'media';
