import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readShapefile } from '../../functions/engines/duckdb/geo/shapefile/read-shapefile.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { asJson, convertData } from './convert-data.ts';
import { layer, parts, point, shapefile, square, table } from './shapefile.ts';

const folder = temporaryFolder();

const sample = (name: string) => committed(`data/files/${name}`);

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

const features = (content: Buffer | string) => JSON.parse(String(content)).features as Feature[];

/** What an engine makes of a file. */
async function placesIn(content: Buffer): Promise<Feature[]> {
  return features((await convertData(content, { from: 'shp', to: 'geojson' })).content);
}

/** What the reader makes of it, without a process. */
async function featuresIn(content: Buffer): Promise<Feature[]> {
  const path = join(folder, 'source');
  writeFileSync(path, content);
  const [only] = await readShapefile(path);
  return (only?.collection.features ?? []) as unknown as Feature[];
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

it('shapefiles are read as GDAL reads them', async () => {
  const { content } = await convertData(sample('made-by-gdal.shp.zip'), { from: 'shp', to: 'geojson' });
  const lakes = (await unzip(content)).get('lakes.geojson') ?? '';
  const read = (places: Feature[]) =>
    places.map(({ properties, geometry }) => [properties, geometry?.type, rounded(geometry?.coordinates)]);
  expect(read(features(lakes))).toEqual(read(features(sample('lakes.geojson'))));
  // All its digits, which JSON.parse does not keep.
  expect(String(lakes)).toContain('12345678901234567');
});

it('shapefiles are found in any zip', async () => {
  const { content } = await convertData(await ONE, { from: 'zip', to: 'geojson' });
  expect(features(content)).toMatchObject([{ properties: { name: 'Zoë' }, geometry: POINT }]);
  const none = convertData(await zip({ 'a.txt': 'a' }), { from: 'zip', to: 'geojson' });
  await expect(none).rejects.toThrow('no shapefile');
});

it('shapefiles by other programs, in folders, and without a table are read', async () => {
  const [polygon] = await placesIn(sample('qgis.shp.zip'));
  expect(polygon).toMatchObject({ properties: { FID: 0 }, geometry: { type: 'Polygon' } });
  expect(await placesIn(sample('in-a-folder.shp.zip'))).toMatchObject([
    { properties: { name: '1974.1004' }, geometry: { type: 'LineString' } },
  ]);
  const bare = await placesIn(sample('nothing-between.shp'));
  expect(bare.map(({ geometry }) => (geometry ? 1 : 0)).join('')).toBe('101001101');
});

it('shapefiles of several layers are all converted', async () => {
  const source = sample('made-by-gdal.shp.zip');
  const files = await convertData(source, { from: 'shp', to: 'csv' });
  expect([...unzip(files.content).keys()].sort()).toEqual(['lakes.csv', 'stops.csv']);
  const lists = (await asJson(source, 'shp')) as Record<string, Record<string, unknown>[]>;
  expect(lists.stops).toEqual([
    { name: 'Zoo', geometry: { type: 'Point', coordinates: [13.332, 52.507, 34.5] } },
    { name: 'Ost', geometry: { type: 'Point', coordinates: [13.434, 52.51, 36] } },
  ]);
  expect(lists.lakes?.map(({ name }) => name)).toEqual(['Müggelsee 湖', 'Wannsee']);
  const tables = await convertData(source, { from: 'shp', to: 'sqlite' });
  const back = (await asJson(tables.content, 'sqlite')) as Record<string, unknown[]>;
  expect([back.lakes?.length, back.stops?.length]).toEqual([2, 2]);
});

it('shapefiles have the records of their index, in its order, and no deleted ones', async () => {
  const shp = shapefile([point(1, 1), point(2, 2), point(3, 3)]);
  const index = Buffer.concat([shp.subarray(0, 100), Buffer.alloc(16)]);
  index.writeInt32BE((100 + 16) / 2, 24);
  for (const [at, record] of [2, 0].entries()) {
    index.writeInt32BE((100 + 28 * record) / 2, 100 + 8 * at);
    index.writeInt32BE(10, 104 + 8 * at);
  }
  const both = await placesIn(await layer({ shp, shx: index, dbf: table([names('c', 'a')]) }));
  expect(both.map(({ geometry }) => geometry?.coordinates)).toEqual([
    [3, 3],
    [1, 1],
  ]);
  expect(both.map(({ properties }) => properties.name)).toEqual(['c', 'a']);
  const kept = await placesIn(await layer({ shp, dbf: table([names('a', 'b', 'c')], { deleted: [1] }) }));
  expect(kept.map(({ properties }) => properties.name)).toEqual(['a', 'c']);
});

it('polygons have their holes, in any order of the rings', async () => {
  const hole = (x: number, y: number, size: number) => square(x, y, size).reverse();
  const outer = [square(0, 0, 10), square(4, 4, 2), square(20, 0, 5)] as const;
  const rings = [hole(2, 2, 6), outer[2], hole(4.5, 4.5, 1), outer[0], outer[1], hole(21, 1, 1)];
  const [area] = await featuresIn(shapefile([parts(5, rings)]));
  const polygons = area?.geometry?.coordinates as number[][][][];
  expect(JSON.stringify(polygons.map((polygon) => polygon.map((ring) => ring[0])))).toBe(
    '[[[20,0],[21,1]],[[0,0],[2,2]],[[4,4],[4.5,4.5]]]',
  );
  // Counter-clockwise around them, clockwise around their holes (RFC 7946, 3.1.6).
  expect(polygons[1]).toEqual([hole(0, 0, 10), square(2, 2, 6)]);
});

it('polygons with reversed rings are polygons, too', async () => {
  const [area] = await featuresIn(shapefile([parts(5, [square(0, 0, 10).reverse()])]));
  expect(area?.geometry).toEqual({ type: 'Polygon', coordinates: [square(0, 0, 10).reverse()] });
});

it('attributes of a shapefile have unique names, also without one', async () => {
  const cells = ['1'];
  const dbf = table(['id', 'ID', '', '__proto__'].map((name) => ({ name, type: 'N', length: 2, cells })));
  const [place] = await featuresIn(await layer({ shp: shapefile([point(1, 2)]), dbf }));
  expect(Object.keys(place?.properties ?? {})).toEqual(['id', 'ID_2', 'column3', '__proto__']);
});

it.each<[string, string | undefined, number, Buffer, string]>([
  ['that the file beside it says', '1251', 0, Buffer.from('cceef1eae2e0', 'hex'), 'Москва'],
  ['of a driver that is told there', 'LDID/100', 0, Buffer.from('9da2', 'hex'), 'Łó'],
  ['of its driver, in Asia', undefined, 0x4d, Buffer.from('d6d0b9fa', 'hex'), '中国'],
  ['that nobody says, if it is UTF-8', undefined, 0x57, Buffer.from('Zoë 湖'), 'Zoë 湖'],
  ['that is cut off', 'UTF-8', 0, Buffer.from(`${'x'.repeat(18)}湖`).subarray(0, 20), 'x'.repeat(18)],
  ['that is not what the file beside it says', 'UTF-8', 0, Buffer.from('Zo\xeb', 'latin1'), 'Zoë'],
])('attributes of a shapefile are in the encoding %s', async (_, cpg, driver, cell, text) => {
  const dbf = table([names(cell)], { driver });
  const files = { shp: shapefile([point(1, 2)]), dbf, ...(cpg !== undefined && { cpg }) };
  expect((await featuresIn(await layer(files)))[0]?.properties).toEqual({ name: text });
});

const system = (projection: string) =>
  `PROJCS["p",${DEGREES},PROJECTION["${projection}"],PARAMETER["Central_Meridian",0],UNIT["u",1]]`;

/** Worked examples of IOGP's Guidance Note 7-2 (EPSG) and of the Ordnance Survey, and positions calculated by PROJ 9.5.1. */
const PLACES: [string, string, number, number, number, number][] = JSON.parse(
  String(sample('coordinate-systems.json')),
);

it.each(PLACES)('coordinates of a shapefile of %s become degrees', async (_, prj, x, y, longitude, latitude) => {
  const [place] = await featuresIn(await layer({ shp: shapefile([point(x, y)]), prj }));
  const [found, other] = (place?.geometry?.coordinates ?? []) as number[];
  // A millionth of a degree is a hand's breadth.
  expect(found).toBeCloseTo(longitude, 6);
  expect(other).toBeCloseTo(latitude, 6);
});

it.each<[string, string | undefined, number]>([
  ['that nobody says anything of, in metres', undefined, 389000],
  ['of a datum that is elsewhere', DEGREES.replace('D_WGS_1984', 'D_North_American_1927'), 1],
  ['of the ellipsoid of another datum', DEGREES.replace('6378137.0', '6378206.4'), 1],
  ['in grads', DEGREES.replace('0.0174532925199433', '0.015707963267949'), 1],
  ['that are said to be degrees, and are not', DEGREES, 389000],
  ['of a projection that is not known', system('Winkel_Tripel'), 1],
  ['of a name of JavaScript', system('__proto__'), 1],
  ['off the map', system('Transverse_Mercator'), 1e300],
  [
    'of a Mercator projection whose scale is true elsewhere',
    system('Mercator').replace('UNIT["u"', 'PARAMETER["Standard_Parallel_1",42],UNIT["u"'),
    1,
  ],
  [
    'in well-known text of version 2',
    `GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]]]`,
    1,
  ],
])('coordinates of a shapefile %s are refused', async (_, prj, x) => {
  const source = await layer({ shp: shapefile([point(x, 1)]), ...(prj !== undefined && { prj }) });
  await expect(featuresIn(source)).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
});

describe('a hostile shapefile', () => {
  const shp = shapefile([point(1, 2)]);
  const lying = (at: number, value: number, content = shapefile([parts(5, [square(0, 0, 1)])])) => {
    const bytes = Buffer.from(content);
    bytes.writeUInt32LE(value, at);
    return bytes;
  };
  const dbf = table([names('a')]);
  const wide = table(Array.from({ length: 1500 }, () => ({ name: 'a', type: 'C', length: 0, cells: [''] })));
  const million = 2 ** 20;

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a number of points that is none', () => lying(148, 0xffffffff)],
    ['a number of parts that is none', () => lying(144, 0x7fffffff)],
    ['parts that are elsewhere', () => lying(152, 5)],
    ['a shape of no kind', () => lying(108, 7)],
    ['a file that is cut off', () => shapefile([point(1, 2), point(3, 4)]).subarray(0, -8)],
    ['rows that are none', () => layer({ shp, dbf: lying(4, 0xffffffff, dbf) })],
    ['more rows than shapes', () => layer({ shp, dbf: table([names('a', 'b')]) })],
    ['columns without end', () => layer({ shp, dbf: Buffer.concat([lying(4, 2000, wide), Buffer.alloc(1999, ' ')]) })],
    ['brackets', () => layer({ shp, prj: '['.repeat(million) })],
    ['more than can be unpacked', () => layer({ shp: Buffer.concat([shp, Buffer.alloc(257 * million)]) })],
    ['no shapes', () => layer({ dbf })],
  ])('is refused: %s', async (_, content) => {
    expect(await codeOf(featuresIn(await content()))).toMatch(/^(UNREADABLE_FILE|TOO_COMPLEX|UNSUPPORTED_CONVERSION)$/);
  });

  it('is read in linear time: an endless index of one record, a megabyte of parts', async () => {
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(50, 0);
    entry.writeInt32BE(10, 4);
    const index = Buffer.concat([shp.subarray(0, 100), ...Array.from({ length: million / 8 }, () => entry)]);
    index.writeInt32BE(index.length / 2, 24);
    expect(await featuresIn(await layer({ shp, shx: index }))).toHaveLength(1);
    const many = parts(5, [...Array.from({ length: million / 4 }, () => []), square(0, 0, 1)]);
    expect((await featuresIn(shapefile([many])))[0]?.geometry?.type).toBe('Polygon');
  });
});
