/** What a font may cost. */
export const LIMITS = {
  /** Fonts in one file. */
  fonts: 256,
  /** All tables together, unpacked, of all fonts of a file, in bytes. */
  size: 256 * 1024 * 1024,
  /** Tables of a font: those that are known are fewer than a hundred. */
  tables: 256,
  /** The largest font that the reader of WOFF2 unpacks, in bytes. */
  woff2: 30 * 1024 * 1024,
} as const;
