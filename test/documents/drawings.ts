import { contentTypes, relationships, XML, zip } from './package.ts';

/** A Visio drawing with a box and a text on each page. */
export function vsdx(texts: readonly string[]): Promise<Buffer> {
  const main =
    'xmlns="http://schemas.microsoft.com/office/visio/2012/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const visio = 'http://schemas.microsoft.com/visio/2010/relationships';
  const type = 'application/vnd.ms-visio';
  const sheet = '<PageSheet><Cell N="PageWidth" V="8"/><Cell N="PageHeight" V="11"/></PageSheet>';
  const pages = texts.map(
    (_, index) => `<Page ID="${index}" NameU="P${index}" Name="P${index}">${sheet}<Rel r:id="rId${index + 1}"/></Page>`,
  );
  const files = texts.map((text, index) => [
    `visio/pages/page${index + 1}.xml`,
    `${XML}<PageContents ${main}><Shapes>${shape(text)}</Shapes></PageContents>`,
  ]);
  const types = texts.map((_, index) => [`/visio/pages/page${index + 1}.xml`, `${type}.page+xml`]);
  return zip({
    '[Content_Types].xml': contentTypes({
      '/visio/document.xml': `${type}.drawing.main+xml`,
      '/visio/pages/pages.xml': `${type}.pages+xml`,
      ...Object.fromEntries(types),
    }),
    '_rels/.rels': relationships([['rId1', `${visio}/document`, 'visio/document.xml']]),
    'visio/document.xml': `${XML}<VisioDocument ${main}/>`,
    'visio/_rels/document.xml.rels': relationships([['rId1', `${visio}/pages`, 'pages/pages.xml']]),
    'visio/pages/pages.xml': `${XML}<Pages ${main}>${pages.join('')}</Pages>`,
    'visio/pages/_rels/pages.xml.rels': relationships(
      texts.map((_, index) => [`rId${index + 1}`, `${visio}/page`, `page${index + 1}.xml`]),
    ),
    ...Object.fromEntries(files),
  });
}

function shape(text: string): string {
  const cells = { PinX: 4, PinY: 8, Width: 6, Height: 1, LocPinX: 3, LocPinY: 0.5 };
  const written = Object.entries(cells).map(([name, value]) => `<Cell N="${name}" V="${value}"/>`);
  const corners = [
    [0, 0],
    [6, 0],
    [6, 1],
    [0, 1],
    [0, 0],
  ] as const;
  const rows = corners.map(
    ([x, y], index) =>
      `<Row T="${index ? 'LineTo' : 'MoveTo'}" IX="${index + 1}"><Cell N="X" V="${x}"/><Cell N="Y" V="${y}"/></Row>`,
  );
  return `<Shape ID="1" Type="Shape">${written.join('')}<Section N="Geometry" IX="0">${rows.join('')}</Section><Text>${text}\n</Text></Shape>`;
}

/** A Windows metafile with a box and a text. */
export function wmf(text: string): Buffer {
  const words = (...values: number[]) => Buffer.from(values.flatMap((value) => [value & 255, (value >> 8) & 255]));
  const record = (type: number, data: Buffer) => Buffer.concat([words((6 + data.length) / 2, 0, type), data]);
  const letters = Buffer.from(text.length % 2 ? `${text} ` : text, 'latin1');
  const records = [
    record(0x020b, words(0, 0)),
    record(0x020c, words(1000, 2000)),
    record(0x041b, words(900, 1900, 100, 100)),
    record(0x0521, Buffer.concat([words(letters.length), letters, words(300, 300)])),
    record(0, Buffer.alloc(0)),
  ];
  const body = Buffer.concat(records);
  const longest = Math.max(...records.map(({ length }) => length / 2));
  const header = Buffer.concat([words(1, 9, 0x300, (18 + body.length) / 2, 0, 0, longest, 0, 0)]);
  const placeable = words(0xcdd7, 0x9ac6, 0, 0, 0, 2000, 1000, 1000, 0, 0);
  const checksum = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].reduce((sum, at) => sum ^ placeable.readUInt16LE(at), 0);
  return Buffer.concat([placeable, words(checksum), header, body]);
}

/** An enhanced metafile with a box and a text. */
export function emf(text: string): Buffer {
  const longs = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(Int32Array.of(value).buffer)));
  const record = (type: number, data: Buffer) => Buffer.concat([longs(type, 8 + data.length), data]);
  const letters = Buffer.from(text.length % 2 ? `${text} ` : text, 'utf16le');
  const count = letters.length / 2;
  const spacing = longs(...Array.from({ length: count }, () => 60));
  const start = 76;
  const words = Buffer.concat([
    longs(
      0,
      0,
      2000,
      1000,
      1,
      Float32ToBits(1),
      Float32ToBits(1),
      300,
      300,
      count,
      start,
      0,
      0,
      0,
      0,
      0,
      start + letters.length,
    ),
    letters,
    spacing,
  ]);
  const records = [record(43, longs(100, 100, 1900, 900)), record(84, words), record(14, longs(0, 0, 20))];
  const size = 88 + records.reduce((sum, { length }) => sum + length, 0);
  const header = longs(
    1,
    88,
    0,
    0,
    2000,
    1000,
    0,
    0,
    20000,
    10000,
    0x464d4520,
    0x10000,
    size,
    records.length + 1,
    1,
    0,
    0,
    0,
    2000,
    1000,
    200,
    100,
  );
  return Buffer.concat([header, ...records]);
}

function Float32ToBits(value: number): number {
  return Buffer.from(Float32Array.of(value).buffer).readInt32LE(0);
}
