import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { isGeoTarget } from '../../functions/engines/duckdb/geo/write-geo.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { asJson, codeOfData, convertData } from './convert-data.ts';
import { readByPython, readParquet } from './foreign.ts';

const CALENDAR = committed('data/files/calendar.ics');
const CARDS =
  'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë Doe\r\nTEL;TYPE=CELL:+1 2\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:4.0\r\nFN:B\r\nEND:VCARD\r\n';
const OLD_CARD =
  'BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;QUOTED-PRINTABLE:M=C3=BCl=\r\nler\r\nN;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:M=FCller;Jos=E9\r\nTEL;CELL:12\r\nEND:VCARD\r\n';

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Zoë</name>
<Point><coordinates>13.4,52.5</coordinates></Point></Placemark></Document></kml>`;
const GPX = `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="x">
<wpt lat="52.5" lon="13.4"><name>Zoë</name></wpt></gpx>`;
const POINT = { type: 'Point', coordinates: [13.4, 52.5] };
const PLACE = { type: 'Feature', properties: { name: 'Zoë' }, geometry: POINT };

const SOURCES: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  kml: () => Buffer.from(KML),
  kmz: () => zip({ 'doc.kml': KML }),
  gpx: () => Buffer.from(GPX),
  geojson: () => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [PLACE] })),
};

const PAIRS = Object.entries(
  coveringPairs({
    kml: (duckdb.conversions.kml ?? []).filter((to) => !isGeoTarget(to)),
    gpx: ['csv'],
    geojson: ['ndjson'],
  }),
).flatMap(([from, targets]) => targets.map((to) => [from as FormatName, to] as const));

it('calendars become lists of their components', async () => {
  expect(await asJson(CALENDAR, 'ics')).toEqual([
    {
      component: 'vevent',
      uid: '1@example.org',
      summary: 'Zoë, lunch and a line that is folded',
      dtstart: '2024-02-29T12:00:00',
      dtstart_tzid: 'Europe/Berlin',
      dtend: '2024-02-29T13:00:00Z',
      attendee: [{ value: 'mailto:a@example.org', cn: 'A' }, 'mailto:b@example.org'],
    },
    { component: 'vtodo', uid: '2@example.org', due: '2024-03-01' },
  ]);
});

it.each([
  [
    'of several versions',
    CARDS,
    [
      { version: '3.0', fn: 'Zoë Doe', tel: '+1 2', tel_type: 'CELL' },
      { version: '4.0', fn: 'B' },
    ],
  ],
  [
    'of version 2.1, as of old telephones,',
    OLD_CARD,
    [{ fn: 'Müller', n: ['Müller', 'José'], tel: '12', tel_type: 'CELL' }],
  ],
  [
    'with unnamed parameters, and with odd ends of lines',
    'BEGIN:VCARD\r\r\nVERSION:3.0\r\r\nPHOTO;BASE64:\r\r\n  QUJD\r\r\nTEL;type=HOME;pref:1\r\r\nEND:VCARD\r\r\n',
    [{ version: '3.0', photo: ' QUJD', tel: '1', tel_type: ['HOME', 'pref'] }],
  ],
  [
    'with quoted parameters',
    'BEGIN:VCARD\r\nVERSION:4.0\r\nADR;LABEL="a;b:c":;;d;;;;\r\nEND:VCARD\r\n',
    [{ adr_label: 'a;b:c' }],
  ],
])('cards %s become lists of records', async (_, cards, expected) => {
  expect(await asJson(cards, 'vcf')).toMatchObject(expected);
});

it.each(['kml', 'kmz', 'gpx'] as const)('places of %s become GeoJSON', async (from) => {
  const { content } = await convertData((await SOURCES[from]?.()) ?? '', {
    from,
    to: 'geojson',
    options: { indent: 0 },
  });
  expect(JSON.parse(String(content))).toEqual({ type: 'FeatureCollection', features: [PLACE] });
  expect(String(content).trim()).not.toContain('\n');
});

it.each(PAIRS)('places of %s become records as %s', async (from, to) => {
  const { content } = await convertData((await SOURCES[from]?.()) ?? '', { from, to });
  const rows = to === 'parquet' ? await readParquet(content) : readByPython(to, content);
  const [{ name, geometry } = {}, ...others] = rows as Record<string, unknown>[];
  expect([name, typeof geometry === 'string' ? JSON.parse(geometry) : geometry, others]).toEqual(['Zoë', POINT, []]);
});

it('GeoJSON keeps a property with the name of its geometry', async () => {
  const place = { ...PLACE, properties: { geometry: 'round' } };
  expect(await asJson(JSON.stringify(place), 'geojson')).toEqual([{ 'properties.geometry': 'round', geometry: POINT }]);
});

const featuresOf = async (content: string | Buffer, from: FormatName) =>
  JSON.parse(String((await convertData(content, { from, to: 'geojson' })).content)).features;

/** Every geometry of GeoJSON, with properties. */
const DRAWN = JSON.parse(String(committed('data/files/drawn.geojson')));

const through = async (to: FormatName) => (await convertData(JSON.stringify(DRAWN), { from: 'geojson', to })).content;

it('features as KML and GPX KML has all geometries and properties', async () => {
  const kml = await through('kml');
  const [point, line, area, lines] = await featuresOf(kml, 'kml');
  expect([point, line, area]).toEqual(DRAWN.features.slice(0, 3));
  expect(lines.geometry.geometries.map(({ coordinates }: { coordinates: unknown }) => coordinates)).toEqual(
    DRAWN.features[3].geometry.coordinates,
  );
  expect(String(kml)).toContain('<name>Zoë &amp; &lt;b&gt;</name>');
});

it('features as KML and GPX GPX has points as waypoints, and lines as tracks with segments', async () => {
  const [line, area, lines, point] = await featuresOf(await through('gpx'), 'gpx');
  const [, { geometry: one }, { geometry: ring }, { geometry: several }] = DRAWN.features;
  expect([line.geometry, lines.geometry, point.geometry]).toEqual([one, several, POINT]);
  expect(area.geometry).toEqual({ type: 'MultiLineString', coordinates: ring.coordinates });
  expect(point.properties).toMatchObject({ name: 'Zoë & <b>', desc: 'a "b"' });
});

it('features as KML and GPX a track keeps its times and heights in KML', async () => {
  const times = ['2024-01-01T00:00:00Z', '2024-01-01T00:00:05Z'];
  const points = times.map((time, at) => `<trkpt lat="${at}" lon="9"><ele>${at}</ele><time>${time}</time></trkpt>`);
  const track = `<trk><name>T</name><trkseg>${points.join('')}</trkseg></trk>`;
  const source = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">${track}</gpx>`;
  const kml = await convertData(source, { from: 'gpx', to: 'kml' });
  expect(String(kml.content)).toContain('<gx:Track>');
  const gpx = await convertData(kml.content, { from: 'kml', to: 'gpx' });
  expect(String(gpx.content).replaceAll('\n', '')).toContain(track);
});

it('features as KML and GPX a table with columns of coordinates becomes features', async () => {
  expect(await featuresOf('Name,Lat,Lon,floor\nZoë,52.5,13.4,3\nnowhere,,,\n', 'csv')).toMatchObject([
    { properties: { Name: 'Zoë', floor: 3 }, geometry: POINT },
    { properties: { Name: 'nowhere' }, geometry: null },
  ]);
  const back: (typeof PLACE)[] = await featuresOf(await through('csv'), 'csv');
  expect(back.map(({ geometry }) => geometry)).toEqual(DRAWN.features.map(({ geometry }: typeof PLACE) => geometry));
});

it.each<[string, FormatName, FormatName, string]>([
  ['a table of other things', 'csv', 'kml', 'a,b\n1,2\n'],
  ['metres', 'csv', 'kml', 'x,y\n389000,5820000\n'],
  ['a map without places', 'kml', 'geojson', '<kml><Document/></kml>'],
  ['a shape of no type', 'geojson', 'gpx', '{"type":"Feature","geometry":{"type":"toString","coordinates":[]}}'],
])('features as KML and GPX refuse %s', async (_, from, to, content) => {
  expect(await codeOfData(content, from, to)).toMatch(/^(UNREADABLE_FILE|UNSUPPORTED_CONVERSION)$/);
});

it('GPX keeps tracks and routes with one point, and drops those with none', async () => {
  const tracks =
    '<trk><name>one</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk><trk><name>none</name><trkseg/></trk>';
  const routes = '<rte><name>way</name><rtept lat="1" lon="2"/></rte><rte><name>nowhere</name></rte>';
  const [one, way, ...more] = await featuresOf(`<gpx version="1.1">${tracks}${routes}</gpx>`, 'gpx');
  const twice = '{"type":"LineString","coordinates":[[2,1],[2,1]]}';
  expect([one, way].map(({ geometry }) => JSON.stringify(geometry))).toEqual([twice, twice]);
  expect(more).toEqual([]);
});

it('GPX keeps the properties of GeoJSON features, and features without a geometry', async () => {
  const properties = { name: 'Zoë', type: 'peak', 'a key': 2, list: { b: [1] }, time: 'noon' };
  const places = [
    { ...PLACE, id: 7, properties },
    { type: 'Feature', properties: { only: 'said' }, geometry: null },
  ];
  const source = JSON.stringify({ type: 'FeatureCollection', features: places });
  const { content } = await convertData(source, { from: 'geojson', to: 'gpx' });
  const kept = { name: 'Zoë', type: 'peak', a_key: '2', list: '{"b":[1]}', time: 'noon', id: '7' };
  expect(String(content)).toContain('<trk><extensions><ogr:only>said</ogr:only></extensions>');
  expect(await featuresOf(content, 'gpx')).toMatchObject([{ properties: kept, geometry: POINT }]);
});

it('KML is read from a folder of a KMZ file, and not from a resource fork', async () => {
  const kmz = await zip({ '__MACOSX/maps/._a.kml': 'x', 'maps/._a.kml': 'x', 'maps/a.kml': KML });
  expect(await featuresOf(kmz, 'kmz')).toEqual([PLACE]);
});

it('GeoJSON is read from one line of more than 16 MB', async () => {
  const note = 'x'.repeat(1024 * 1024);
  const features = Array.from({ length: 17 }, () => ({ ...PLACE, properties: { note } }));
  const source = JSON.stringify({ type: 'FeatureCollection', features });
  const { content } = await convertData(source, { from: 'geojson', to: 'csv' });
  expect(content.length).toBeGreaterThan(features.length * note.length);
});

it.each<[FormatName, string]>([
  ['ics', 'BEGIN:VCALENDAR\r\n'.repeat(200_000)],
  ['kml', `<kml>${'<a>'.repeat(500_000)}`],
  ['kml', '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&a;</name></Placemark></kml>'],
  ['geojson', `{"type":"FeatureCollection","features":${'['.repeat(500_000)}`],
  ['kmz', 'PK'],
])('hostile geographic data is refused: %s', async (from, content) => {
  expect(await codeOfData(content, from, 'csv')).toMatch(/^(UNREADABLE_FILE|TOO_COMPLEX|UNSUPPORTED_CONVERSION)$/);
});
