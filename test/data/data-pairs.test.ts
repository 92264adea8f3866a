import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertData } from './convert-data.ts';
import { readArrow, readAvro, readByPython, readParquet, writtenByPython } from './foreign.ts';

const ROWS = [
  { name: 'Zoë, "the" first', count: 7, share: 0.25, note: 'two\nlines' },
  { name: '漢字 🙂', count: -4503599627370495, share: 1e-7, note: null },
] as const;

/** A single record of texts, which INI can hold. */
const SETTINGS = [{ name: 'Zoë', count: '7', share: '0.25' }] as const;

/** The same, written by other libraries or by hand. */
const WRITTEN: readonly FormatName[] = ['yaml', 'toml', 'parquet', 'avro', 'arrow'];

function sourceOf(format: FormatName): Buffer {
  if (WRITTEN.includes(format)) return committed(`data/files/rows.${format}`);
  if (format === 'dbf') return committed('data/files/dbase3.dbf');
  return writtenByPython(format, format === 'ini' ? SETTINGS : ROWS);
}

async function read(format: FormatName, content: Buffer): Promise<unknown> {
  if (format === 'yaml') return parse(content.toString());
  if (format === 'avro') return readAvro(content);
  if (format === 'arrow') return readArrow(content);
  return format === 'parquet' ? readParquet(content) : readByPython(format, content);
}

/** The records of a tree, wherever the format has them, with values as texts, since some formats have no others. */
function texts(found: unknown): Record<string, string>[] {
  let rows = found;
  while (!Array.isArray(rows)) {
    const [only, ...others] = Object.values(rows as object) as unknown[];
    if (others.length > 0 || typeof only !== 'object') return [fields(rows as object)];
    rows = only;
  }
  return rows.map(fields);
}

function fields(row: object): Record<string, string> {
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== '' && value !== undefined);
  return Object.fromEntries(filled.map(([name, value]) => [name, text(value)]));
}

/** Numbers may be written as texts in several ways. */
function text(value: unknown): string {
  const number = Number(value);
  return typeof value === 'object' || Number.isNaN(number) ? String(value) : String(number);
}

/** Calendars, cards and geographic data hold other records. */
const APART: readonly string[] = ['ics', 'vcf', 'geojson', 'kml', 'kmz', 'gpx', 'shp'];
const PLACES: readonly string[] = ['geojson', 'kml', 'gpx'];

const PAIRS = Object.entries(coveringPairs(duckdb.conversions))
  .filter(([from]) => !APART.includes(from))
  .flatMap(([from, targets]) =>
    targets.filter((to) => !PLACES.includes(to)).map((to) => [from as FormatName, to] as const),
  );

describe('a pair', () => {
  it.each(PAIRS.filter(([, to]) => to !== 'ini'))('%s becomes %s with all its values', async (from, to) => {
    const { format, content } = await convertData(sourceOf(from), { from, to });
    expect(format).toBe(to);
    expect(texts(await read(to, content))).toEqual((from === 'ini' ? SETTINGS : ROWS).map(fields));
  });

  it.each(PAIRS.filter(([, to]) => to === 'ini'))('%s becomes %s where INI can hold it', async (from, to) => {
    const { content } = await convertData(settingsAs(from), { from, to });
    expect(readByPython('ini', content)).toEqual({ thing: { ...SETTINGS[0], share: '0.25' } });
  });
});

function settingsAs(format: FormatName): string {
  if (format === 'json') return '{"thing": {"name": "Zoë", "count": 7, "share": 0.25}}';
  if (format === 'yaml') return 'thing:\n  name: Zoë\n  count: 7\n  share: 0.25\n';
  if (format === 'toml') return 'thing = { name = "Zoë", count = 7, share = 0.25 }\n';
  if (format === 'xml') return '<thing><name>Zoë</name><count>7</count><share>0.25</share></thing>';
  const fields =
    '<key>name</key><string>Zoë</string><key>count</key><integer>7</integer><key>share</key><real>0.25</real>';
  return `<plist version="1.0"><dict><key>thing</key><dict>${fields}</dict></dict></plist>`;
}
