import type { Options } from '../../../conversion/options.ts';
import { PAGE_LAYOUT } from '../../options/page-layout.ts';
import type { PaperName } from '../../options/papers.ts';

/** What is asked of the pages and sheets of a document, which only a change of the document itself brings about. */
export interface LayoutOptions {
  readonly page_size?: PaperName;
  readonly orientation?: 'portrait' | 'landscape';
  readonly margin_top?: number;
  readonly margin_right?: number;
  readonly margin_bottom?: number;
  readonly margin_left?: number;
  readonly sheet?: string;
  readonly fit_to_width?: boolean;
}

const NAMES: readonly string[] = [...Object.keys(PAGE_LAYOUT), 'sheet', 'fit_to_width'];

/** The options of a job that concern its layout, or nothing where there are none. */
export function layoutOptions(options: Options): LayoutOptions | undefined {
  const found = Object.entries(options).filter(([name, value]) => NAMES.includes(name) && value !== false);
  return found.length > 0 ? (Object.fromEntries(found) as LayoutOptions) : undefined;
}
