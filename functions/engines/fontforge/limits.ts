/** Limits of fonts. */
export const LIMITS = {
  /** Fonts in one file. */
  fonts: 256,
  /** Uncompressed bytes of all tables of all fonts of a file. */
  size: 256 * 1024 * 1024,
  /** Tables of a font: fewer than a hundred are known. */
  tables: 256,
  /** The largest font that the reader of WOFF2 decompresses, in bytes. */
  woff2: 30 * 1024 * 1024,
} as const;
