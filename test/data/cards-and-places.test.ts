import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { isGeoTarget } from '../../functions/engines/duckdb/geo/write-geo.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf } from '../support/failure.ts';
import { asJson, convertData } from './convert-data.ts';
import { readByPython, readParquet } from './foreign.ts';

const CALENDAR = committed('data/files/calendar.ics');
const CARDS =
  'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë Doe\r\nTEL;TYPE=CELL:+1 2\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:4.0\r\nFN:B\r\nEND:VCARD\r\n';
const OLD_CARD =
  'BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;QUOTED-PRINTABLE:M=C3=BCl=\r\nler\r\nTEL;CELL:12\r\nEND:VCARD\r\n';

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

describe('calendars', () => {
  it('become lists of their components', async () => {
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
});

describe('cards', () => {
  it('become lists of records', async () => {
    expect(await asJson(CARDS, 'vcf')).toEqual([
      { version: '3.0', fn: 'Zoë Doe', tel: '+1 2', tel_type: 'CELL' },
      { version: '4.0', fn: 'B' },
    ]);
  });

  it('of version 2.1, as of old telephones, are read', async () => {
    expect(await asJson(OLD_CARD, 'vcf')).toMatchObject([{ fn: 'Müller', tel: '12', tel_type: 'CELL' }]);
  });

  it('of version 3.0 with unnamed parameters are read', async () => {
    const lines = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:A',
      'PHOTO;BASE64:',
      '  QUJD',
      'TEL;type=HOME;pref:1',
      'END:VCARD',
    ];
    const read = [{ version: '3.0', fn: 'A', photo: ' QUJD', tel: '1', tel_type: ['HOME', 'pref'] }];
    for (const end of ['\r\n', '\r\r\n']) expect(await asJson(lines.join(end), 'vcf')).toEqual(read);
  });

  it('keep quoted parameters', async () => {
    const card = 'BEGIN:VCARD\r\nVERSION:4.0\r\nADR;LABEL="a;b:c":;;d;;;;\r\nEND:VCARD\r\n';
    expect(await asJson(card, 'vcf')).toMatchObject([{ adr_label: 'a;b:c' }]);
  });
});

describe('geographic data', () => {
  it.each(['kml', 'kmz', 'gpx'] as const)('of %s becomes GeoJSON', async (from) => {
    const source = (await SOURCES[from]?.()) ?? '';
    const { content } = await convertData(source, { from, to: 'geojson', options: { indent: 0 } });
    expect(JSON.parse(String(content))).toEqual({ type: 'FeatureCollection', features: [PLACE] });
    expect(String(content).trim()).not.toContain('\n');
  });

  const conversions = coveringPairs(
    Object.fromEntries(
      Object.keys(SOURCES).map((from) => [
        from,
        (duckdb.conversions[from as FormatName] ?? []).filter((to) => !isGeoTarget(to)),
      ]),
    ),
  );
  const pairs = Object.entries(conversions).flatMap(([from, targets]) =>
    targets.map((to) => [from as FormatName, to] as const),
  );

  it.each(pairs)('of %s becomes records as %s', async (from, to) => {
    const { content } = await convertData((await SOURCES[from]?.()) ?? '', { from, to });
    const rows = to === 'parquet' ? await readParquet(content) : readByPython(to, content);
    const [{ name, geometry } = {}, ...others] = rows as Record<string, unknown>[];
    expect([name, typeof geometry === 'string' ? JSON.parse(geometry) : geometry, others]).toEqual(['Zoë', POINT, []]);
  });

  it('keeps a property with the name of its geometry', async () => {
    const place = { ...PLACE, properties: { geometry: 'round' } };
    expect(await asJson(JSON.stringify(place), 'geojson')).toEqual([
      { 'properties.geometry': 'round', geometry: POINT },
    ]);
  });
});

describe('features as KML and GPX', () => {
  /** Every geometry of GeoJSON, with properties. */
  const DRAWN = JSON.parse(String(committed('data/files/drawn.geojson')));

  const throughAnd = async (to: FormatName) => {
    const { content } = await convertData(JSON.stringify(DRAWN), { from: 'geojson', to });
    const back = await convertData(content, { from: to, to: 'geojson' });
    return { content: String(content), features: JSON.parse(String(back.content)).features };
  };

  it('KML has all geometries and properties', async () => {
    const { content, features } = await throughAnd('kml');
    const [point, line, area, lines] = features;
    expect(point).toEqual(DRAWN.features[0]);
    expect([line, area]).toEqual(DRAWN.features.slice(1, 3));
    expect(lines.geometry.geometries.map(({ coordinates }: { coordinates: unknown }) => coordinates)).toEqual(
      DRAWN.features[3].geometry.coordinates,
    );
    expect(content).toContain('<name>Zoë &amp; &lt;b&gt;</name>');
  });

  it('GPX has points as waypoints, and lines as tracks with segments', async () => {
    const { features } = await throughAnd('gpx');
    const [line, area, lines, point] = features;
    expect([line.geometry, lines.geometry, point.geometry]).toEqual([
      DRAWN.features[1].geometry,
      DRAWN.features[3].geometry,
      POINT,
    ]);
    expect(area.geometry).toEqual({ type: 'MultiLineString', coordinates: DRAWN.features[2].geometry.coordinates });
    expect(point.properties).toMatchObject({ name: 'Zoë & <b>', desc: 'a "b"' });
  });

  it('a track keeps its times and heights in KML', async () => {
    const times = ['2024-01-01T00:00:00Z', '2024-01-01T00:00:05Z'];
    const points = times.map((time, at) => `<trkpt lat="${at}" lon="9"><ele>${at}</ele><time>${time}</time></trkpt>`);
    const track = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><name>T</name><trkseg>${points.join('')}</trkseg></trk></gpx>`;
    const kml = await convertData(track, { from: 'gpx', to: 'kml' });
    expect(String(kml.content)).toContain('<gx:Track>');
    const gpx = await convertData(kml.content, { from: 'kml', to: 'gpx' });
    expect(String(gpx.content).replaceAll('\n', '')).toContain(
      `<trk><name>T</name><trkseg>${points.join('')}</trkseg></trk>`,
    );
  });

  it('a table with columns of coordinates becomes features', async () => {
    const { content } = await convertData('Name,Lat,Lon,floor\nZoë,52.5,13.4,3\nnowhere,,,\n', {
      from: 'csv',
      to: 'geojson',
    });
    expect(JSON.parse(String(content)).features).toMatchObject([
      { properties: { Name: 'Zoë', floor: 3 }, geometry: POINT },
      { properties: { Name: 'nowhere' }, geometry: null },
    ]);
    const table = await convertData(JSON.stringify(DRAWN), { from: 'geojson', to: 'csv' });
    const back = await convertData(table.content, { from: 'csv', to: 'geojson' });
    expect(JSON.parse(String(back.content)).features.map(({ geometry }: typeof PLACE) => geometry)).toEqual(
      DRAWN.features.map(({ geometry }: typeof PLACE) => geometry),
    );
  });

  it.each<[string, FormatName, FormatName, string]>([
    ['a table of other things', 'csv', 'kml', 'a,b\n1,2\n'],
    ['metres', 'csv', 'kml', 'x,y\n389000,5820000\n'],
    ['a point of GPX without its latitude', 'gpx', 'geojson', '<gpx version="1.1"><wpt lon="1"/></gpx>'],
    ['a map without places', 'kml', 'geojson', '<kml><Document/></kml>'],
    ['a shape that is none', 'geojson', 'kml', '{"type":"Feature","geometry":{"type":"Point","coordinates":["a"]}}'],
    ['a shape of no type', 'geojson', 'gpx', '{"type":"Feature","geometry":{"type":"toString","coordinates":[]}}'],
  ])('refuse %s', async (_, from, to, content) => {
    expect(await codeOf(convertData(content, { from, to }))).toMatch(/^(UNREADABLE_FILE|UNSUPPORTED_CONVERSION)$/);
  });
});

describe('GPX', () => {
  const gpx = (...content: readonly string[]) =>
    `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">${content.join('')}</gpx>`;
  const featuresOf = async (content: string | Buffer, from: FormatName) =>
    JSON.parse(String((await convertData(content, { from, to: 'geojson' })).content)).features;

  it('keeps tracks and routes with one point, and drops those with none', async () => {
    const points = '<trkpt lat="1" lon="2"><time>2024-01-01T00:00:00Z</time></trkpt>';
    const features = await featuresOf(
      gpx(
        `<trk><name>one</name><trkseg>${points}</trkseg></trk>`,
        '<trk><name>none</name><trkseg/></trk>',
        '<rte><name>way</name><rtept lat="1" lon="2"/></rte>',
        '<rte><name>nowhere</name></rte>',
      ),
      'gpx',
    );
    const line = {
      type: 'LineString',
      coordinates: [
        [2, 1],
        [2, 1],
      ],
    };
    expect(features).toHaveLength(2);
    expect(features).toMatchObject([
      { properties: { name: 'one' }, geometry: line },
      { properties: { name: 'way' }, geometry: line },
    ]);
  });

  it('keeps which point of a track has no time', async () => {
    const [point, timed] = [
      '<trkpt lat="1" lon="2"/>',
      '<trkpt lat="1" lon="2"><time>2024-01-01T00:00:00Z</time></trkpt>',
    ];
    const [{ properties }] = await featuresOf(gpx(`<trk><trkseg>${point}${timed}</trkseg></trk>`), 'gpx');
    expect(properties.coordinateProperties.times).toEqual([null, '2024-01-01T00:00:00Z']);
  });

  it('keeps the properties of GeoJSON features, and features without a geometry', async () => {
    const properties = { name: 'Zoë', type: 'peak', 'a key': 2, list: { b: [1] }, time: 'noon' };
    const places = [
      { type: 'Feature', id: 7, properties, geometry: POINT },
      { type: 'Feature', properties: { only: 'said' }, geometry: null },
    ];
    const source = JSON.stringify({ type: 'FeatureCollection', features: places });
    const { content } = await convertData(source, { from: 'geojson', to: 'gpx' });
    expect(String(content)).toContain('<name>Zoë</name><type>peak</type><extensions>');
    expect(String(content)).toContain('<trk><extensions><ogr:only>said</ogr:only></extensions>');
    expect(await featuresOf(content, 'gpx')).toMatchObject([
      {
        properties: { name: 'Zoë', type: 'peak', a_key: '2', list: '{"b":[1]}', time: 'noon', id: '7' },
        geometry: POINT,
      },
    ]);
  });
});

describe('KML', () => {
  it('is read from a folder of a KMZ file, and not from a resource fork', async () => {
    const kmz = await zip({ '__MACOSX/maps/._a.kml': 'x', 'maps/._a.kml': 'x', 'maps/a.kml': KML });
    const { content } = await convertData(kmz, { from: 'kmz', to: 'geojson' });
    expect(JSON.parse(String(content)).features).toEqual([PLACE]);
  });

  it('keeps a line of one position', async () => {
    const line = '<kml><Placemark><LineString><coordinates> 1,2 </coordinates></LineString></Placemark></kml>';
    const { content } = await convertData(line, { from: 'kml', to: 'geojson' });
    expect(JSON.parse(String(content)).features[0].geometry.coordinates).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});

describe('GeoJSON', () => {
  it('is read from one line of more than 16 MB', async () => {
    const note = 'x'.repeat(1024 * 1024);
    const features = Array.from({ length: 17 }, () => ({ ...PLACE, properties: { note } }));
    const source = JSON.stringify({ type: 'FeatureCollection', features });
    const { content } = await convertData(source, { from: 'geojson', to: 'csv' });
    expect(content.length).toBeGreaterThan(features.length * note.length);
  });
});

describe('hostile geographic data', () => {
  it.each<[FormatName, string]>([
    ['ics', 'BEGIN:VCALENDAR\r\n'.repeat(200_000)],
    ['ics', 'BEGIN:VCALENDAR\r\n'.repeat(50_000) + 'END:VCALENDAR\r\n'.repeat(50_000)],
    ['vcf', 'BEGIN:VCARD\r\nVERSION:3.0\r\nno property\r\nEND:VCARD\r\n'],
    ['kml', '<kml><a></kml>'],
    ['kml', `<kml>${'<a>'.repeat(500_000)}`],
    [
      'kml',
      '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&a;</name></Placemark></kml>',
    ],
    ['geojson', `{"type":"FeatureCollection","features":${'['.repeat(500_000)}`],
    ['geojson', '[1, 2]'],
    ['kmz', 'PK'],
  ])('is refused: %s', async (from, content) => {
    expect(await codeOf(convertData(content, { from, to: 'csv' }))).toMatch(
      /^(UNREADABLE_FILE|TOO_COMPLEX|UNSUPPORTED_CONVERSION)$/,
    );
  });
});
