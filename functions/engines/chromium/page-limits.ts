import type { ConversionError } from '../../conversion/errors.ts';
import { tooComplex } from '../refusals.ts';

/** The limits of a web page. The jail bounds processor time, memory and disk. */
export const LIMITS = {
  /** The largest page, and all resources of its site together, in bytes. */
  page: 50_000_000,
  site: 200_000_000,
  /** How long a page's own scripts may run until it has loaded, in milliseconds. */
  scripts: 10_000,
  /** How long rendering a page may take, in milliseconds. */
  drawing: 60_000,
  /** How long the browser may take to answer, in milliseconds, before it is taken for busy. */
  answer: 2_000,
  /** How often a page may navigate to another of its site. */
  visits: 10,
  /** The tallest page that is printed, in CSS pixels: about 3,000 pages of paper. */
  height: 3_000_000,
  /** The longest side of a PDF page, in inches (ISO 32000-1, annex C). */
  paperInches: 200,
  /** The longest side of a screenshot, in pixels. */
  side: 16_000,
  /** The largest PDF file, in bytes. */
  pdf: 500_000_000,
  /** Jobs of one browser. */
  jobs: 50,
} as const;

/** The error where a page or its site is larger than its limit, in bytes. */
export function tooLarge(what: string, most: number): ConversionError {
  return tooComplex(`The ${what} is larger than ${most / 1_000_000} MB. Divide it first.`);
}
