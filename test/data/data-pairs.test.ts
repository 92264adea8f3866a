import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convertData } from './convert-data.ts';
import {
  arrow,
  avro,
  parquet,
  type Rows,
  readArrow,
  readAvro,
  readByPython,
  readParquet,
  writtenByPython,
} from './foreign.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const ROWS = [
  { name: 'Zoë, "the" first', count: 7, share: 0.25, note: 'two\nlines' },
  { name: '漢字 🙂', count: -4503599627370495, share: 1e-7, note: null },
] as const;

/** A single record of texts: what INI holds. */
const SETTINGS = [{ name: 'Zoë', count: '7', share: '0.25' }] as const;

const AVRO = {
  type: 'record',
  name: 'thing',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'count', type: 'long' },
    { name: 'share', type: 'double' },
    { name: 'note', type: ['null', 'string'] },
  ],
};

const YAML = `- {name: 'Zoë, "the" first', count: 7, share: 0.25, note: "two\\nlines"}\n- name: 漢字 🙂\n  count: -4503599627370495\n  share: 1.0e-7\n  note: ~\n`;
const TOML = `[[things]]\nname = 'Zoë, "the" first'\ncount = 7\nshare = 0.25\nnote = "two\\nlines"\n[[things]]\nname = "漢字 🙂"\ncount = -4_503_599_627_370_495\nshare = 1e-7\n`;

async function sourceOf(format: FormatName): Promise<string | Buffer> {
  if (format === 'yaml') return YAML;
  if (format === 'toml') return TOML;
  if (format === 'parquet') return parquetOf(ROWS);
  if (format === 'avro') return avro(AVRO, ROWS);
  if (format === 'dbf') return readFileSync(join(import.meta.dirname, 'files/dbase3.dbf'));
  if (format === 'arrow')
    return arrow(
      { name: ROWS.map(({ name }) => name), note: ROWS.map(({ note }) => note) },
      { count: ROWS.map(({ count }) => BigInt(count)) },
      { share: ROWS.map(({ share }) => share) },
    );
  return writtenByPython(folder, format, format === 'ini' ? SETTINGS : ROWS);
}

function parquetOf(rows: Rows): Buffer {
  const data = (name: string) => rows.map((row) => row[name]);
  return parquet([
    { name: 'name', data: data('name') },
    { name: 'count', data: data('count').map((count) => BigInt(count as number)), type: 'INT64' },
    { name: 'share', data: data('share'), type: 'DOUBLE' },
    { name: 'note', data: data('note') },
  ]);
}

async function read(format: FormatName, content: Buffer): Promise<unknown> {
  if (format === 'yaml') return parse(content.toString());
  if (format === 'avro') return readAvro(content);
  if (format === 'arrow') return readArrow(content);
  return format === 'parquet' ? readParquet(content) : readByPython(folder, format, content);
}

/** The records in what was read, wherever the format has them; values as texts, since some formats have no others. */
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

/** Calendars, cards and places hold other things. */
const APART: readonly string[] = ['ics', 'vcf', 'geojson', 'kml', 'kmz', 'gpx', 'shp'];
const PLACES: readonly string[] = ['geojson', 'kml', 'gpx'];

const PAIRS = Object.entries(coveringPairs(duckdb.conversions))
  .filter(([from]) => !APART.includes(from))
  .flatMap(([from, targets]) =>
    targets.filter((to) => !PLACES.includes(to)).map((to) => [from as FormatName, to] as const),
  );

describe('a pair', () => {
  it.each(PAIRS.filter(([, to]) => to !== 'ini'))('%s becomes %s with all that is in it', async (from, to) => {
    const { format, content } = await convertData(folder, await sourceOf(from), { from, to });
    expect(format).toBe(to);
    expect(texts(await read(to, content))).toEqual((from === 'ini' ? SETTINGS : ROWS).map(fields));
  });

  it.each(PAIRS.filter(([, to]) => to === 'ini'))('%s becomes %s where it is no more than that', async (from, to) => {
    const { content } = await convertData(folder, settingsAs(from), { from, to });
    expect(readByPython(folder, 'ini', content)).toEqual({ thing: { ...SETTINGS[0], share: '0.25' } });
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
