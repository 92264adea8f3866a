/** The groups a format can belong to, in the order in which they are listed. */
export const CATEGORIES = [
  'image',
  'document',
  'spreadsheet',
  'presentation',
  'audio',
  'video',
  'subtitle',
  'ebook',
  'archive',
  'data',
  'font',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** What the service knows of a format, whoever converts it. */
export interface Format {
  readonly category: Category;
  readonly description: string;
  /** The `Content-Type` of a file of this format (IANA registry where registered). */
  readonly mediaType: string;
  /** Other names and file name extensions that mean the same format. */
  readonly aliases: readonly string[];
}

/** Every format the service knows; the key is its canonical name and its file name extension. */
export const FORMATS = {
  jpg: {
    category: 'image',
    description: 'JPEG image',
    mediaType: 'image/jpeg',
    aliases: ['jpeg', 'jpe', 'jfif', 'jif'],
  },
  png: { category: 'image', description: 'Portable Network Graphics', mediaType: 'image/png', aliases: [] },
  apng: { category: 'image', description: 'Animated Portable Network Graphics', mediaType: 'image/apng', aliases: [] },
  webp: { category: 'image', description: 'WebP image', mediaType: 'image/webp', aliases: [] },
  avif: { category: 'image', description: 'AV1 Image File Format', mediaType: 'image/avif', aliases: ['avifs'] },
  heic: {
    category: 'image',
    description: 'High Efficiency Image Container',
    mediaType: 'image/heic',
    aliases: ['heif', 'hif'],
  },
  gif: { category: 'image', description: 'Graphics Interchange Format', mediaType: 'image/gif', aliases: [] },
  tiff: { category: 'image', description: 'Tagged Image File Format', mediaType: 'image/tiff', aliases: ['tif'] },
  bmp: { category: 'image', description: 'Windows bitmap', mediaType: 'image/bmp', aliases: ['dib'] },
  ico: { category: 'image', description: 'Windows icon', mediaType: 'image/vnd.microsoft.icon', aliases: [] },
  svg: { category: 'image', description: 'Scalable Vector Graphics', mediaType: 'image/svg+xml', aliases: ['svgz'] },
  zip: { category: 'archive', description: 'ZIP archive', mediaType: 'application/zip', aliases: [] },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

const NAMES: ReadonlyMap<string, FormatName> = new Map(
  (Object.entries(FORMATS) as [FormatName, Format][]).flatMap(([name, { aliases }]) =>
    [name, ...aliases].map((alias): [string, FormatName] => [alias, name]),
  ),
);

/** The format that a client's word means: any case, with or without a leading dot, canonical name or alias. */
export function findFormat(word: string): FormatName | undefined {
  return NAMES.get(word.trim().toLowerCase().replace(/^\./, ''));
}

/** The format that a file name's extension claims. */
export function formatOfFilename(filename: string): FormatName | undefined {
  const dot = filename.lastIndexOf('.');
  return dot < 0 ? undefined : findFormat(filename.slice(dot));
}

/** The description of a format. */
export function describeFormat(name: FormatName): Format {
  return FORMATS[name];
}
