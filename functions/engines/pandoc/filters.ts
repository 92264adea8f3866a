/** The Lua filter that stands between reader and writer, the script itself first; they lie in one folder wherever they are. */
export const FILTERS = ['document', 'changes', 'html', 'markdown', 'metadata', 'pictures', 'tables', 'targets'].map(
  (name) => `functions/engines/pandoc/filters/${name}.lua`,
);

/** How the filter ends pandoc, by itself. */
export const ENDINGS = { tooComplex: 75, takesInOthers: 76 } as const;

/** The file in the working folder by which it says that the document has been read. */
export const WAS_READ = 'read';

/** The folder with pictures that a document of ours names, which the filter takes in. */
export const OWN_PICTURES = 'own';

/** The folder into which the filter puts pictures beside a text. */
export const MEDIA = 'media';
