import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readShapefile } from '../../functions/engines/duckdb/geo/shapefile/read-shapefile.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { layer, parts, point, shapefile, square, table } from './shapefile.ts';

const folder = temporaryFolder();

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'files', name));

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly type: string; readonly coordinates: never } | null;
}

async function featuresIn(content: Buffer): Promise<Feature[]> {
  const path = join(folder, 'source');
  writeFileSync(path, content);
  const [only] = await readShapefile(path);
  return (only?.collection.features ?? []) as unknown as Feature[];
}

const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const names = (...cells: (string | Buffer)[]) => ({ name: 'name', type: 'C', length: 20, cells });

function coordinatesOf<T>(place: Feature | undefined): T {
  return place?.geometry?.coordinates as T;
}

describe('polygons', () => {
  it('have their holes, in any order of the rings', async () => {
    const hole = (x: number, y: number, size: number) => square(x, y, size).reverse();
    const rings = [
      hole(2, 2, 6),
      square(20, 0, 5),
      hole(4.5, 4.5, 1),
      square(0, 0, 10),
      square(4, 4, 2),
      hole(21, 1, 1),
    ];
    const [area] = await featuresIn(shapefile([parts(5, rings)]));
    const corners = coordinatesOf<number[][][][]>(area).map((polygon) => polygon.map((ring) => ring[0]));
    expect(area?.geometry?.type).toBe('MultiPolygon');
    expect(JSON.stringify(corners)).toBe('[[[20,0],[21,1]],[[0,0],[2,2]],[[4,4],[4.5,4.5]]]');
    // Counter-clockwise around them, clockwise around their holes (RFC 7946, 3.1.6).
    const [outer, inner] = coordinatesOf<number[][][][]>(area)[1] ?? [];
    expect(outer).toEqual(square(0, 0, 10).reverse());
    expect(inner).toEqual(square(2, 2, 6));
  });

  it('with reversed rings are polygons, too', async () => {
    const [area] = await featuresIn(shapefile([parts(5, [square(0, 0, 10).reverse()])]));
    expect(area?.geometry).toEqual({ type: 'Polygon', coordinates: [square(0, 0, 10).reverse()] });
  });
});

describe('attributes of a shapefile', () => {
  const of = async (column: { type: string; length: number; cells: string[] }) => {
    const shp = shapefile(column.cells.map(() => point(1, 2)));
    const places = await featuresIn(await layer({ shp, dbf: table([{ name: 'a', ...column }]) }));
    return places.map(({ properties }) => properties.a);
  };

  it('are texts, numbers, booleans and dates', async () => {
    expect(await of({ type: 'C', length: 6, cells: ['a', ' b', '', '007'] })).toEqual(['a', ' b', null, '007']);
    expect(await of({ type: 'N', length: 8, cells: ['1', '  -1.50', '', '***', '1,5'] })).toEqual([
      1,
      -1.5,
      null,
      null,
      '1,5',
    ]);
    expect(await of({ type: 'F', length: 12, cells: ['1.5e+003'] })).toEqual([1500]);
    expect(await of({ type: 'L', length: 1, cells: ['T', 'n', '?', ''] })).toEqual([true, false, null, null]);
    expect(await of({ type: 'D', length: 8, cells: ['20240229', '00000000', ''] })).toEqual(['2024-02-29', null, null]);
    expect(await of({ type: 'C', length: 300, cells: ['x'.repeat(300)] })).toEqual(['x'.repeat(300)]);
  });

  it('have unique names, also without one', async () => {
    const cells = ['1'];
    const dbf = table(['id', 'ID', '', '__proto__'].map((name) => ({ name, type: 'N', length: 2, cells })));
    const [place] = await featuresIn(await layer({ shp: shapefile([point(1, 2)]), dbf }));
    expect(Object.entries(place?.properties ?? {})).toEqual([
      ['id', 1],
      ['ID_2', 1],
      ['column3', 1],
      ['__proto__', 1],
    ]);
  });

  it.each<[string, string | undefined, number, Buffer, string]>([
    ['that the file beside it says', '1251', 0, Buffer.from('cceef1eae2e0', 'hex'), 'Москва'],
    ['that is called otherwise', 'ISO 88592', 0, Buffer.from('a3f3d1f1', 'hex'), 'ŁóŃń'],
    ['of a driver that is told there', 'LDID/100', 0, Buffer.from('9da2', 'hex'), 'Łó'],
    ['of its driver', undefined, 0x64, Buffer.from('9da2', 'hex'), 'Łó'],
    ['of its driver, in Asia', undefined, 0x4d, Buffer.from('d6d0b9fa', 'hex'), '中国'],
    ['that nobody says, if it is UTF-8', undefined, 0x57, Buffer.from('Zoë 湖'), 'Zoë 湖'],
    ['that is cut off', 'UTF-8', 0, Buffer.from(`${'x'.repeat(18)}湖`).subarray(0, 20), 'x'.repeat(18)],
    ['that is not what the file beside it says', 'UTF-8', 0, Buffer.from('Zo\xeb', 'latin1'), 'Zoë'],
    ['that nobody knows', '<html>', 0, Buffer.from('Zo\xeb', 'latin1'), 'Zoë'],
  ])('are in the encoding %s', async (_, cpg, driver, cell, text) => {
    const dbf = table([names(cell)], { driver });
    const files = { shp: shapefile([point(1, 2)]), dbf, ...(cpg !== undefined && { cpg }) };
    expect((await featuresIn(await layer(files)))[0]?.properties).toEqual({ name: text });
  });

  it('of a file by another program are in windows-1250', async () => {
    const places = await featuresIn(sample('code-page.shp.zip'));
    expect(places.map(({ properties }) => properties.field)).toContain('Hněvošický háj');
  });
});

describe('coordinates of a shapefile', () => {
  const system = (projection: string) =>
    `PROJCS["p",${DEGREES},PROJECTION["${projection}"],PARAMETER["Central_Meridian",0],UNIT["u",1]]`;
  const OSGB = (shift: string) =>
    `PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]${shift}],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]`;

  /** Worked examples of IOGP's Guidance Note 7-2 (EPSG) and of the Ordnance Survey, and positions calculated by PROJ 9.5.1. */
  const PLACES = JSON.parse(String(sample('coordinate-systems.json'))) as [
    string,
    string,
    number,
    number,
    number,
    number,
  ][];

  it.each(PLACES)('of %s become degrees', async (_, prj, x, y, longitude, latitude) => {
    const [place] = await featuresIn(await layer({ shp: shapefile([point(x, y)]), prj }));
    const [found, other] = coordinatesOf<number[]>(place);
    // A millionth of a degree is a hand's breadth.
    expect(found).toBeCloseTo(longitude, 6);
    expect(other).toBeCloseTo(latitude, 6);
  });

  it('that are degrees stay as they are', async () => {
    const [place] = await featuresIn(await layer({ shp: shapefile([point(0.1 + 0.2, 1e-7)]), prj: DEGREES }));
    expect(place?.geometry?.coordinates).toEqual([0.1 + 0.2, 1e-7]);
  });

  it.each<[string, string | undefined, number]>([
    ['that nobody says anything of, in metres', undefined, 389000],
    ['of a datum that is elsewhere', OSGB(''), 651409],
    ['of the first American datum', DEGREES.replace('D_WGS_1984', 'D_North_American_1927'), 1],
    ['of the ellipsoid of another datum', DEGREES.replace('6378137.0', '6378206.4'), 1],
    ['in grads', DEGREES.replace('0.0174532925199433', '0.015707963267949'), 1],
    ['that are said to be degrees, and are not', DEGREES, 389000],
    ['of a projection that is not known', system('Winkel_Tripel'), 1],
    ['of a name of JavaScript', system('__proto__'), 1],
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
    ['off the map', system('Transverse_Mercator'), 1e300],
  ])('%s are refused', async (_, prj, x) => {
    const source = await layer({ shp: shapefile([point(x, 1)]), ...(prj !== undefined && { prj }) });
    await expect(featuresIn(source)).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
  });

  it('of an Austrian grid by another program are refused with advice', async () => {
    await expect(featuresIn(sample('austria.shp.zip'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('EPSG:4326'),
    });
  });
});

describe('columns of types that shapefiles do not have', () => {
  it.each(['M', 'I', 'B'])('are refused with advice: %s', async (type) => {
    const dbf = table([{ name: 'a', type, length: 10, cells: ['1'] }]);
    await expect(layer({ shp: shapefile([point(1, 2)]), dbf }).then(featuresIn)).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringMatching(/Save (?:it|them) as text/),
    });
  });
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
    ['texts that are elsewhere', () => layer({ shp, dbf: table([{ ...names('1'), type: 'M' }]) })],
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
