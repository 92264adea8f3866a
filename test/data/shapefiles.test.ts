import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zip } from '../documents/package.ts';
import { unzip } from '../support/unzip.ts';
import { asJson, convertData } from './convert-data.ts';
import { readByPython, readParquet } from './foreign.ts';
import { layer, point, shapefile, table } from './shapefile.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'files', name));

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

const features = (content: Buffer | string) => JSON.parse(String(content)).features as Feature[];

async function placesIn(content: Buffer): Promise<Feature[]> {
  return features((await convertData(content, { from: 'shp', to: 'geojson' })).content);
}

const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const names = (...cells: (string | Buffer)[]) => ({ name: 'name', type: 'C', length: 20, cells });
const POINT = { type: 'Point', coordinates: [13.4, 52.5] };
const ONE = layer({ shp: shapefile([point(13.4, 52.5)]), dbf: table([names('Zoë')]), prj: DEGREES });

/** Rounded to a centimetre, wherever rings begin. */
function rounded(value: unknown): unknown {
  return Array.isArray(value) ? value.map(rounded) : Math.round(Number(value) * 1e7) / 1e7;
}

describe('shapefiles', () => {
  it('are read as GDAL reads them', async () => {
    const { content } = await convertData(sample('made-by-gdal.shp.zip'), { from: 'shp', to: 'geojson' });
    const lakes = (await unzip(content)).get('lakes.geojson') ?? '';
    const expected = features(sample('lakes.geojson'));
    expect(features(lakes).map(({ properties }) => properties)).toEqual(expected.map(({ properties }) => properties));
    expect(features(lakes).map(({ geometry }) => [geometry?.type, rounded(geometry?.coordinates)])).toEqual(
      expected.map(({ geometry }) => [geometry?.type, rounded(geometry?.coordinates)]),
    );
    // All its digits, which JSON.parse does not keep.
    expect(String(lakes)).toContain('12345678901234567');
  });

  it.each(['csv', 'parquet'] as const)('become records as %s', async (to) => {
    const { format, content } = await convertData(await ONE, { from: 'shp', to });
    const rows = to === 'parquet' ? await readParquet(content) : readByPython(to, content);
    const [{ name, geometry } = {}, ...others] = rows as Record<string, unknown>[];
    const shape = typeof geometry === 'string' ? JSON.parse(geometry) : geometry;
    expect([format, name, shape, others]).toEqual([to, 'Zoë', POINT, []]);
  });

  it.each(['kml'] as const)('become features as %s', async (to) => {
    const { content } = await convertData(await ONE, { from: 'shp', to });
    const back = await convertData(content, { from: to, to: 'geojson' });
    expect(features(back.content)).toMatchObject([{ properties: { name: 'Zoë' }, geometry: POINT }]);
  });

  it('are found in any zip', async () => {
    const { content } = await convertData(await ONE, { from: 'zip', to: 'geojson' });
    expect(features(content)).toMatchObject([{ properties: { name: 'Zoë' }, geometry: POINT }]);
    const none = convertData(await zip({ 'a.txt': 'a' }), { from: 'zip', to: 'geojson' });
    await expect(none).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('no shapefile'),
    });
  });

  it('by other programs, in folders, and without a table are read', async () => {
    const [polygon] = await placesIn(sample('qgis.shp.zip'));
    expect(polygon).toMatchObject({ properties: { FID: 0 }, geometry: { type: 'Polygon' } });
    expect(await placesIn(sample('in-a-folder.shp.zip'))).toMatchObject([
      { properties: { name: '1974.1004' }, geometry: { type: 'LineString' } },
    ]);
    const bare = await placesIn(sample('nothing-between.shp'));
    expect(bare.map(({ geometry }) => (geometry ? 1 : 0)).join('')).toBe('101001101');
  });

  it('of several layers are all converted', async () => {
    const source = sample('made-by-gdal.shp.zip');
    const files = await convertData(source, { from: 'shp', to: 'csv' });
    expect([files.format, [...(await unzip(files.content)).keys()].sort()]).toEqual([
      'zip',
      ['lakes.csv', 'stops.csv'],
    ]);
    const lists = (await asJson(source, 'shp')) as Record<string, Record<string, unknown>[]>;
    expect(lists.stops).toEqual([
      { name: 'Zoo', geometry: { type: 'Point', coordinates: [13.332, 52.507, 34.5] } },
      { name: 'Ost', geometry: { type: 'Point', coordinates: [13.434, 52.51, 36] } },
    ]);
    expect(lists.lakes?.map(({ name }) => name)).toEqual(['Müggelsee 湖', 'Wannsee']);
    const tables = await convertData(source, { from: 'shp', to: 'sqlite' });
    const back = (await asJson(tables.content, 'sqlite')) as Record<string, unknown[]>;
    expect(Object.entries(back).map(([name, rows]) => [name, rows.length])).toEqual([
      ['lakes', 2],
      ['stops', 2],
    ]);
  });

  it('have the records of their index, in its order, and no deleted ones', async () => {
    const shp = shapefile([point(1, 1), point(2, 2), point(3, 3)]);
    const index = Buffer.concat([shp.subarray(0, 100), Buffer.alloc(16)]);
    index.writeInt32BE((100 + 16) / 2, 24);
    for (const [at, record] of [2, 0].entries()) {
      index.writeInt32BE((100 + 28 * record) / 2, 100 + 8 * at);
      index.writeInt32BE(10, 104 + 8 * at);
    }
    const both = await placesIn(await layer({ shp, shx: index, dbf: table([names('c', 'a')]) }));
    expect(both.map(({ properties, geometry }) => [properties.name, geometry?.coordinates])).toEqual([
      ['c', [3, 3]],
      ['a', [1, 1]],
    ]);
    const kept = await placesIn(await layer({ shp, dbf: table([names('a', 'b', 'c')], { deleted: [1] }) }));
    expect(kept.map(({ properties }) => properties.name)).toEqual(['a', 'c']);
  });
});
