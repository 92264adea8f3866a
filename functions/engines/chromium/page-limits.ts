/** What a web page may cost. Processor time, memory and disk are bounded by the jail. */
export const LIMITS = {
  /** The largest page, and all that is read of its site, in bytes. */
  page: 50_000_000,
  site: 200_000_000,
  /** Time of a page's own scripts, until it has loaded, in milliseconds. */
  scripts: 10_000,
  /** The longest that drawing a page may take, in milliseconds. */
  drawing: 60_000,
  /** How long a browser may take for what it does at once, in milliseconds: then something keeps it busy. */
  answer: 2_000,
  /** How often a page may go to another of its site. */
  visits: 10,
  /** The tallest page that is printed, in CSS pixels: about 3,000 pages of paper. */
  height: 3_000_000,
  /** The longest side of a PDF page, in inches (ISO 32000-1, annex C). */
  paperInches: 200,
  /** The longest side of a picture that the browser draws at once, in pixels. */
  side: 16_000,
  /** The largest PDF file, in bytes. */
  pdf: 500_000_000,
  /** Jobs of one browser. */
  jobs: 50,
} as const;
