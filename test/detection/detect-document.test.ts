import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { detectFormat } from '../../functions/detection/detect.ts';
import { point, shapefile, table } from '../data/shapefile.ts';
import { docx, pptx, xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument, paragraphs } from '../documents/open-document.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';

const detect = (content: string | Buffer, name: string) => detectFormat(Buffer.from(content), name);

/** A compound file of two streams, of which the second has this name and begins with these bytes. */
function compound(name: string, beginning: string | Buffer = ''): Buffer {
  const file = committed('documents/files/two-streams.cfb');
  file.fill(0, 1280, 1344).write(name, 1280, 'utf16le');
  file.writeUInt16LE(name.length * 2 + 2, 1344);
  Buffer.from(beginning).copy(file, 5632);
  return file;
}

describe('documents in a package', () => {
  it.each([
    ['docx', () => docx(['x'])],
    ['xlsx', () => xlsx({ a: [[1]] })],
    ['pptx', () => pptx(['x'])],
    ['odt', () => openDocument('text', paragraphs(['x']))],
    ['odg', () => openDocument('graphics', '')],
  ] as const)('are %s whatever the name says', async (format, make) => {
    expect(await detect(await make(), 'file.zip')).toBe(format);
  });

  it('are detected by their folders when the content types are beyond the beginning', async () => {
    const large = await zip({ 'ppt/media/image1.png': Buffer.alloc(100), '[Content_Types].xml': '<Types/>' });
    expect(await detect(large, 'a.pptx')).toBe('pptx');
    expect(await detect(await zip({ 'word/letter.txt': 'x' }), 'letters.zip')).toBe('zip');
  });

  it('are not detected in an archive that holds them', async () => {
    expect(await detect(await zip({ 'a.txt': 'x', 'b/report.docx': await docx(['x']) }), 'all.zip')).toBe('zip');
  });

  it('are detected by their names when the content does not decide', async () => {
    const old = await zip({ 'content.xml': '<x/>', 'styles.xml': '<x/>' });
    expect([await detect(old, 'a.sxw'), await detect(old, 'a.zip')]).toEqual(['sxw', 'zip']);
  });
});

describe('a package with data descriptors', () => {
  const streamed = async (files: Readonly<Record<string, string | Buffer>>, compress = true) => {
    const archive = new ZipFile();
    for (const [name, content] of Object.entries(files)) {
      archive.addReadStream(Readable.from([Buffer.from(content)]), name, { compress });
    }
    archive.end();
    return buffer(archive.outputStream);
  };
  const list = (type: string) => `<Types><Override PartName="/a/b.xml" ContentType="application/vnd.${type}"/></Types>`;

  it.each([
    ['openxmlformats-officedocument.wordprocessingml.document.main+xml', 'docx'],
    ['ms-word.document.macroEnabled.main+xml', 'docx'],
    ['openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xlsx'],
    ['ms-excel.sheet.binary.macroEnabled.main', 'xlsb'],
    ['openxmlformats-officedocument.presentationml.slideshow.main+xml', 'pptx'],
    ['ms-visio.drawing.main+xml', 'vsdx'],
    ['openxmlformats-package.core-properties+xml', 'zip'],
  ])('is detected by its content types: %s', async (type, format) => {
    const files = { 'a/b.xml': 'x'.repeat(70_000), '[Content_Types].xml': list(type), 'c.xml': 'x' };
    expect(await detect(await streamed(files), 'a')).toBe(format);
    expect(await detect(await streamed(files, false), 'a')).toBe(format);
  });

  it('is detected by its mimetype file', async () => {
    const files = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' };
    expect(await detect(await streamed(files, false), 'a')).toBe('odt');
    expect(await detect(await streamed({ ...files, mimetype: 'constructor' }, false), 'a')).toBe('zip');
  });

  it('is not detected as a nested package', async () => {
    const inner = await docx(['x']);
    expect(await detect(await streamed({ 'report.docx': inner, 'a.txt': 'x' }, false), 'all.zip')).toBe('zip');
  });
});

describe('documents of Apple', () => {
  const document = 'Index/Document.iwa';

  it.each([
    [{ 'index.xml': '<?xml version="1.0"?><sl:document/>' }, 'a', 'pages'],
    [{ 'index.xml': '<?xml version="1.0"?><ls:document/>' }, 'a', 'numbers'],
    [{ 'index.apxl': 'x' }, 'a', 'key'],
    [{ 'index.apxl.gz': 'x' }, 'a', 'key'],
    [{ 'presentation.apxl.gz': 'x' }, 'a', 'key'],
    [{ [document]: 'x', 'Index/Slide-1.iwa': 'x' }, 'a', 'key'],
    [{ [document]: 'x', 'Index/Tables/Tile.iwa': 'x' }, 'a.numbers', 'numbers'],
    [{ [document]: 'x', 'Index/Tables/Tile.iwa': 'x' }, 'a.pages', 'pages'],
    [{ 'index.xml': '<other/>' }, 'a.pages', 'zip'],
  ] as const)('%j called %s are %s', async (files, name, format) => {
    expect(await detect(await zip(files), name)).toBe(format);
  });
});

describe('documents in a compound file', () => {
  it.each([
    ['WordDocument', 'doc'],
    ['Workbook', 'xls'],
    ['BOOK', 'xls'],
    ['PowerPoint Document', 'ppt'],
    ['PP40', 'ppt'],
    ['PP97_DUALSTORAGE', 'ppt'],
    ['VisioDocument', 'vsd'],
    ['Quill', 'pub'],
    ['MatOST', 'wps'],
    ['NativeContent_MAIN', 'qpw'],
    ['StarWriterDocument', 'sdw'],
  ])('with a stream %s are %s', async (name, format) => {
    expect(await detect(compound(name), 'file')).toBe(format);
  });

  it('are distinguished by the first bytes of a stream that formats share', async () => {
    expect(await detect(compound('CONTENTS', 'CHNKWKS'), 'a')).toBe('wps');
    expect(await detect(compound('PerfectOffice_MAIN', '\u0000\u0000\u0002\u0000'), 'a')).toBe('qpw');
    expect(await detect(compound('PerfectOffice_MAIN', Buffer.from('ff575043', 'hex')), 'a')).toBe('wpd');
    await expect(detect(compound('CONTENTS', 'x'), 'a')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });

  it('that are encrypted packages are detected by their names', async () => {
    expect(await detect(committed('documents/files/locked.docx'), 'a.xlsx')).toBe('xlsx');
    expect(await detect(committed('documents/files/locked.docx'), 'a')).toBe('docx');
  });

  it('with a directory beyond the beginning are detected by their names, if possible', async () => {
    const file = compound('WordDocument').subarray(0, 700);
    expect(await detect(file, 'a.doc')).toBe('doc');
    await expect(detect(file, 'a.png')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });

  it('of other programs are of no format', async () => {
    await expect(detect(compound('Message'), 'a.doc')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });
});

describe('texts', () => {
  it.each([
    ['a;b\n1;2\n', 'a.csv', 'csv'],
    ['a\tb\n', 'a.tsv', 'tsv'],
    ['# Title\n', 'README.md', 'md'],
    ['hello', 'a.txt', 'txt'],
    ['hello', 'noname', 'txt'],
    ['<p>part of a page</p>', 'a.html', 'html'],
    ['<!-- x --><!DOCTYPE html><title>x</title>', 'a.txt', 'html'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', 'a.html', 'xhtml'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.txt', 'svg'],
    ['<?xml version="1.0"?><other/>', 'a.xml', 'xml'],
    ['<?xml version="1.0"?><other/>', 'a.txt', 'txt'],
    ['<!-- no element -->', 'a.xml', 'txt'],
    ['{"a": 1}', 'a.json', 'json'],
    [' [1, 2]', 'a.json', 'json'],
    ['{"a": 1}', 'a.txt', 'txt'],
    ['{"a": 1}\n{"a": 2}\n', 'a.jsonl', 'ndjson'],
    ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'a.txt', 'ics'],
    ['BEGIN:VCARD\nVERSION:3.0\n', 'a', 'vcf'],
    ['see BEGIN:VCARD\n', 'a.txt', 'txt'],
    ['<kml xmlns="http://www.opengis.net/kml/2.2"/>', 'a.xml', 'kml'],
    ['<gpx version="1.1"/>', 'a', 'gpx'],
    ['{"type": "Point"}', 'a.geojson', 'geojson'],
    ['ARROW1\u0000\u0000', 'a', 'arrow'],
    ['Obj\u0001\u0002', 'a', 'avro'],
    ['a: 1\n', 'a.yml', 'yaml'],
    ['a = 1\n', 'a.toml', 'toml'],
    ['[a]\nb = 1\n', 'a.ini', 'ini'],
    ['<?xml version="1.0"?><plist version="1.0"><dict/></plist>', 'a.xml', 'plist'],
    ['PAR1\u0015\u0004', 'a', 'parquet'],
    ['SQLite format 3\u0000\u0010', 'a', 'sqlite'],
    ['{\\rtf1 x}', 'a.txt', 'rtf'],
    ['ID;PX\nE\n', 'a.txt', 'slk'],
    ['junk\n%PDF-1.7\n', 'a', 'pdf'],
    ['\u0000\u0000\u0002\u0000\u0006\u0004\u0006\u0000', 'a', 'wk1'],
    ['\u0000\u0000\u0002\u0000\u0020\u0051\u0006\u0000', 'a', 'qpw'],
  ])('%j as %s are %s', async (content, name, format) => {
    expect(await detect(content, name)).toBe(format);
  });

  it.each(['text', 'spreadsheet', 'presentation', 'graphics'] as const)(
    'that are a flat OpenDocument %s are that',
    async (kind) => {
      const formats = { text: 'fodt', spreadsheet: 'fods', presentation: 'fodp', graphics: 'fodg' };
      expect(await detect(flatOpenDocument(kind, ''), 'a.xml')).toBe(formats[kind]);
    },
  );

  it('with KML may be zipped', async () => {
    expect(await detect(await zip({ 'doc.kml': '<kml/>', 'files/a.png': 'x' }), 'a.zip')).toBe('kmz');
  });

  it('with KML in a folder of a zip are kmz only by their names', async () => {
    const packed = await zip({ 'maps/doc.kml': '<kml/>', 'maps/a.png': 'x' });
    expect([await detect(packed, 'a.kmz'), await detect(packed, 'a.zip')]).toEqual(['kmz', 'zip']);
  });

  it.each([
    ['roads.shp.zip', 'shp'],
    ['roads.shz', 'shp'],
    ['roads.shp', 'shp'],
    ['roads.zip', 'zip'],
  ] as const)('that are a zip with a shapefile are detected by their names: %s', async (name, format) => {
    expect(await detect(await zip({ 'maps/ROADS.SHP': 'x', 'doc.kml': '<kml/>' }), name)).toBe(
      format === 'zip' ? 'kmz' : format,
    );
    expect(await detect(await zip({ 'maps/roads.dbf': 'x', 'maps/roads.shp': 'x' }), name)).toBe(format);
    expect(await detect(await zip({ 'maps/roads.txt': 'x' }), name)).toBe('zip');
  });

  it('that are dBase tables are detected under any name', async () => {
    const cells = { name: 'name', type: 'C', length: 10, cells: ['a'] };
    expect(await detect(table([cells]), 'a.bin')).toBe('dbf');
    await expect(detect(Buffer.concat([Buffer.from([3, 126, 1, 1]), Buffer.alloc(100)]), 'a.bin')).rejects.toThrow(
      'no format',
    );
  });

  it('that are shapes are detected under any name', async () => {
    expect(await detect(shapefile([point(1, 2)]), 'a.bin')).toBe('shp');
  });

  it('may be in UTF-16 or a legacy encoding', async () => {
    expect(await detect(Buffer.from('\uFEFFa,b\n', 'utf16le'), 'a.csv')).toBe('csv');
    expect(await detect(Buffer.from('Gr\xfc\xdfe aus K\xf6ln', 'latin1'), 'a.txt')).toBe('txt');
  });

  it('may end in an incomplete character', async () => {
    expect(await detect(Buffer.from('häß'.repeat(3)).subarray(0, -1), 'a.txt')).toBe('txt');
  });

  it.each([Buffer.from([0x61, 0, 0x62]), Buffer.from([1, 2, 3, 4, 0x61]), Buffer.alloc(64, 0xfa)])(
    'are not bytes like %j',
    async (bytes) => {
      await expect(detect(bytes, 'a.txt')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
    },
  );

  it('compressed are not detected as their content', async () => {
    expect(await detect(gzipSync('<Workbook/>'), 'a.gnumeric')).toBe('gz');
  });
});
