/** What a workbook may hold to be data, or the other way round. Each cell is a value in memory here, and one in LibreOffice. */
export const LIMITS = {
  /** Cells of all sheets, with the empty ones before those that are filled. */
  cells: 2_500_000,
  /** Bytes of a workbook as XML, which is one text in memory. */
  xml: 384 * 1024 * 1024,
} as const;
