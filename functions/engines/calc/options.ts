import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchemas } from '../../conversion/options.ts';
import { DATA_OPTIONS } from '../duckdb/options.ts';
import { DECRYPTABLE } from '../office/families.ts';
import { PASSWORD } from '../options/secrets.ts';
import { SHEET } from '../options/sheet.ts';
import { DATA_TARGETS, WORKBOOKS } from './conversions.ts';

const ENCRYPTED = WORKBOOKS.filter((source) => DECRYPTABLE.includes(source));

/** The sheet and the password, beside the options that the target has for all data. */
export const WORKBOOK_OPTIONS: Partial<Record<FormatName, OptionSchemas>> = Object.fromEntries(
  DATA_TARGETS.map((target) => [
    target,
    {
      ...(target === 'json' ? {} : DATA_OPTIONS[target]),
      sheet: { ...SHEET, 'x-sources': WORKBOOKS },
      password: { ...PASSWORD, 'x-sources': ENCRYPTED },
    },
  ]),
);
