import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchemas } from '../../conversion/options.ts';
import { DATA_OPTIONS } from '../duckdb/options.ts';
import { LOCKABLE } from '../office/lockable.ts';
import { PASSWORD } from '../options/secrets.ts';
import { SHEET } from '../options/sheet.ts';
import { TO_DATA, WORKBOOKS } from './conversions.ts';

const LOCKED = WORKBOOKS.filter((source) => (LOCKABLE as readonly FormatName[]).includes(source));

/** Which sheet, and what opens it; and what the target of any data can be asked for, but for trees that were read. */
export const WORKBOOK_OPTIONS: Partial<Record<FormatName, OptionSchemas>> = Object.fromEntries(
  TO_DATA.map((target) => [
    target,
    {
      ...(target === 'json' ? {} : DATA_OPTIONS[target]),
      sheet: { ...SHEET, 'x-sources': WORKBOOKS },
      password: { ...PASSWORD, 'x-sources': LOCKED },
    },
  ]),
);
