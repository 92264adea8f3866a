import type { OptionSchemas, Options } from '../../../conversion/options.ts';
import type { Given } from '../../options/given.ts';
import { PAGE_LAYOUT } from '../../options/page-layout.ts';
import { FIT_TO_WIDTH, SHEET } from '../../options/sheet.ts';

const SCHEMAS = { ...PAGE_LAYOUT, sheet: SHEET, fit_to_width: FIT_TO_WIDTH } as const satisfies OptionSchemas;

/** Options of pages and sheets that are applied by editing the document itself. */
export type LayoutOptions = Given<typeof SCHEMAS>;

/** The layout options of a job, or nothing where there are none. */
export function layoutOptions(options: Options): LayoutOptions | undefined {
  const found = Object.entries(options).filter(([name, value]) => Object.hasOwn(SCHEMAS, name) && value !== false);
  return found.length > 0 ? (Object.fromEntries(found) as LayoutOptions) : undefined;
}
