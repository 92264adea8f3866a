import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;

/** A megabyte of some words or bytes, behind a beginning. */
function full(token: string | Buffer, beginning: string | Buffer = ''): Buffer {
  const start = Buffer.from(beginning as string, 'latin1');
  const tokens = Buffer.alloc(MEGABYTE - start.length, Buffer.from(token as string, 'latin1'));
  return Buffer.concat([start, tokens]);
}

/** Numbers of four bytes, the lowest first. */
function numbers(...values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

/** A compound file of a megabyte whose header says some numbers at some places, filled with others. */
function compound(header: Readonly<Record<number, number>>, filling: Buffer): Buffer {
  const file = full(filling, Buffer.alloc(512, 0xff));
  file.write('d0cf11e0a1b11ae1', 'hex');
  file.writeUInt16LE(9, 30);
  for (const [at, value] of Object.entries(header)) file.writeUInt32LE(value, Number(at));
  return file;
}

/** The header of a file in a zip. */
function local(name: string, flags = 0, size = 0): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** A directory of a compound file in which each entry leads to the next. */
function longDirectory(): Buffer {
  const entries = Buffer.alloc(MEGABYTE - 512);
  for (let at = 0, id = 0; at + 128 <= entries.length; at += 128, id++) {
    entries.write(`n${id}`, at, 'utf16le');
    entries.writeUInt16LE(16, at + 64);
    for (const [index, value] of [0xffffffff, id + 1, 1].entries()) entries.writeUInt32LE(value, at + 68 + index * 4);
  }
  return entries;
}

/** A Mobipocket book of a megabyte that says it has as many entries as a number can say, none of which has a length. */
function endlessEntries(): Buffer {
  const file = full('\0\0\0\u0001\0\0\0\0');
  file.write('BOOKMOBI', 60);
  file.writeUInt32BE(82, 78);
  file.write('MOBI', 82 + 16);
  file.writeUInt32BE(232, 82 + 20);
  file.writeUInt32BE(6, 82 + 36);
  file.writeUInt32BE(0x40, 82 + 128);
  file.write('EXTH', 82 + 248);
  file.writeUInt32BE(0xffffffff, 82 + 256);
  return file;
}

const BOMB = deflateRawSync(Buffer.alloc(100 * MEGABYTE)).subarray(0, 65_000);
const OGG_PAGE = Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(21)]);
const MATROSKA = Buffer.from('1a45dfa3844282817818538067ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Beginnings of files in which what each parser looks for is repeated as often as it fits, or leads back to itself. */
export const HOSTILE_BEGINNINGS: Readonly<Record<string, () => Buffer>> = {
  'entries of a book': endlessEntries,
  'comments that each could end two ways': () => full('-:TT><TT\t--><!DOCTYPE:TT\t--><!-', '<!-'),
  'closed comments': () => full('<!---->'),
  'opened comments': () => full('<!--'),
  'comments and a word': () => full('<!-- - -->\n', '<?xml version="1.0"?>'),
  'comments of a manual': () => full('.\\" x\n'),
  'blanks of a manual': () => full(' \t\r'),
  'words of DocBook': () => full('docboo ', '<article '),
  'cells of nothing': () => full('"cell', '{'),
  instructions: () => full('<??>'),
  'opened instructions': () => full('<?'),
  'document types': () => full('<!doctype a>'),
  'opened document types': () => full('<!doctype a '),
  'document types in brackets': () => full('<!doctype a [ ]'),
  'closing brackets': () => full('] ', '<!doctype a ['),
  'spaces behind a bracket': () => full(' ', '<!doctype a [ ]'),
  'parts of pages': () => full('<meta '),
  'opened pages': () => full('<html<'),
  'namespaces without an end': () => full('xmlns ', '<html '),
  'one long attribute': () => full('a', '<tt xmlns="'),
  'one long name': () => full('a', '<'),
  'one long prefix': () => full('a:', '<'),
  'a document without a kind': () => full('office:mimetype = ', '<office:document '),
  angles: () => full('<'),
  blanks: () => full(' '),
  tabulators: () => full('\t', '1\n'),
  'line ends': () => full('\n'),
  returns: () => full('\r'),
  digits: () => full('0'),
  times: () => full('0:0:0 --> '),
  'numbered lines': () => full('0\n'),
  'comments of subtitles': () => full(';\n!:\n'),
  'times of lyrics': () => full('[0:00]\n'),
  'tags of lyrics': () => full('[a:'),
  'one time of lyrics': () => full('[ar:a]\n', '[0:00]\n'),
  'opened brackets': () => full('['),
  'one row': () => full('a,b;'),
  'a table of numbers': () => full('\r\n ', 'TABLE\n'),
  'pictures of digits': () => full(' #', 'P1'),
  'quotation marks': () => full('"\''),
  'letters of old encodings': () => full(Buffer.from(Array.from({ length: 126 }, (_, index) => 0x81 + index))),
  'letters of one old encoding': () => full(Buffer.from('d1fae5f8fce6e5f9b8fdf2e8f5ecffe3', 'hex')),
  'characters of UTF-16': () => full('a\0'),
  'characters of UTF-16, the other way': () => full('\0a'),
  'characters of UTF-32': () => full('a\0\0\0'),
  'characters of UTF-8': () => full('\xe4\xb8\x80'),
  'words of EBCDIC': () => full(Buffer.from('c8c5d3d3d640', 'hex')),
  zeros: () => full('\0'),
  'a table list that leads to itself': () => compound({ 44: 0xffffffff, 48: 0xfffffff0, 68: 0, 72: 1 }, numbers(0)),
  'a table list that leads to itself, small': () =>
    compound({ 44: 0xffffffff, 48: 0xfffffff0, 68: 0, 72: 1 }, numbers(0)).subarray(0, 1536),
  'a sector table of loops': () => compound({ 44: 1, 48: 0, 68: 0xfffffffe, 76: 0 }, numbers(0)),
  'a sector table of one chain': () =>
    compound({ 44: 1, 48: 0, 76: 0 }, numbers(...Array.from({ length: 2048 }, (_, index) => index + 1))),
  'small sectors of loops': () => {
    // Sector 0 has the numbers of all chains, 1 the directory with a small stream: both lead to themselves.
    const file = compound({ 44: 1, 48: 1, 56: 0xffffffff, 60: 0, 76: 0 }, numbers(0, 1));
    file.write('CONTENTS', 512 * 2 + 128, 'utf16le');
    file.writeUInt16LE(18, 512 * 2 + 128 + 64);
    for (const [at, value] of Object.entries({ 76: 1, 116: 0, 244: 0, 248: 0x7fffffff })) {
      file.writeUInt32LE(value, 512 * 2 + Number(at));
    }
    return file;
  },
  'a long directory': () => {
    const file = compound({ 44: 1, 48: 1, 76: 0 }, longDirectory());
    for (let at = 0; at < 128; at++) file.writeUInt32LE(at + 1, 512 + at * 4);
    return file;
  },
  'empty files in a zip': () => full(local('')),
  'named files in a zip': () => full(local('word/a')),
  'files written as streams in a zip': () => full(local('', 8)),
  'lengths behind files in a zip': () => full('PK\x07\x08', local('a', 8)),
  'lengths that fit, each': () => full(Buffer.concat([local('', 8), numbers(0x08074b50, 0, 0, 0)])),
  'half a signature': () => full('PK', local('a', 8)),
  'lists of a package that grow': () =>
    full(Buffer.concat([local('[Content_Types].xml', 0, BOMB.length), BOMB, local('index.xml', 0, BOMB.length), BOMB])),
  'types without an end': () =>
    full('"application/vnd.ms-excel.', Buffer.concat([local('[Content_Types].xml', 0, 4 * MEGABYTE)])),
  'folders of Apple': () => full('Index/Slide', local('x'.repeat(65_000), 0, 0).subarray(0, 30)),
  'fonts in fonts': () => full('<font ', '<svg>'),
  'ends of fonts': () => full('</font>', '<svg><font '),
  'comments of a polygon file': () => full('comment \n', 'ply\n'),
  'comments of an object file': () => full('# \n', 'OFF\n'),
  'numbers of an object file': () => full('1', 'OFF '),
  'a solid of blanks': () => full(' \r\n', 'solid a'),
  'corners without an end': () => full('v 0\n'),
  'folders of models': () => full('3D/a', Buffer.concat([local('[Content_Types].xml', 0, 4 * MEGABYTE)])),
  'a suitcase with a long map': () => full('sfn', Buffer.from('000001000000010100000001000f0000', 'hex')),
  'a compressed file that grows': () => gzipSync(Buffer.alloc(200 * MEGABYTE)),
  'a compressed file with a long name': () => full('a', Buffer.from('1f8b0808000000000003', 'hex')),
  'headers of tape archives': () => full('0', Buffer.concat([Buffer.alloc(148, 'a'), Buffer.from('0000000')])),
  'a compressed tape that grows': () => zstdCompressSync(Buffer.alloc(800 * MEGABYTE)),
  'a compressed file of empty blocks': () => full(Buffer.from('000000', 'hex'), Buffer.from('28b52ffd0058', 'hex')),
  'a compressed file of blocks that grow': () =>
    full(Buffer.from('020010aa', 'hex'), Buffer.from('28b52ffd0058', 'hex')),
  'numbers of a cpio archive': () => full('070707'),
  'empty tracks': () => full(Buffer.from('ae80', 'hex'), Buffer.concat([MATROSKA, Buffer.from('1654ae6bff', 'hex')])),
  'empty lists of tracks': () => full(Buffer.from('1654ae6b80', 'hex'), MATROSKA),
  'empty types of tracks': () =>
    full(Buffer.from('8380', 'hex'), Buffer.concat([MATROSKA, Buffer.from('1654ae6bffaeff', 'hex')])),
  'empty elements': () => full(Buffer.from('ec80', 'hex'), MATROSKA),
  'empty pages of Ogg': () => full(OGG_PAGE),
  'pages of Ogg with all segments': () => {
    const page = Buffer.concat([OGG_PAGE, Buffer.alloc(255)]);
    page[26] = 255;
    return full(page);
  },
  'beginnings of frames': () => full('\xff'),
  'frames that nothing follows': () => full('\xff\xfb\x90\0'),
  'empty tags': () => full('ID3\x03\0\0\0\0\0\0'),
  'one tag after another': () => full('ID3\x03\0\0\0\0\0\x0a1234567890'),
  'empty parts of a PNG file': () => full('\0\0\0\0teXt\0\0\0\0', Buffer.concat([PNG, Buffer.alloc(17)])),
  'empty boxes': () => full('\0\0\0\x08free', '\0\0\0\x10ftypisom\0\0\0\0'),
  'many brands': () => full('mif0', '\x7f\0\0\0ftypisom\0\0\0\0'),
  'empty parts of a RIFF file': () => full('LIST\0\0\0\0', 'RIFF\xff\xff\xff\x7fAVI '),
  'empty objects of ASF': () =>
    full(
      Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442a1800000000000000', 'hex'),
      Buffer.from('3026b2758e66cf11a6d900aa0062ce6cffffff0000000000ffffff000102', 'hex'),
    ),
  'tags of a TIFF file': () => full(Buffer.from('feff0000', 'hex'), Buffer.from('49492a0008000000ffff', 'hex')),
  'packets of a transport stream': () => full(Buffer.concat([Buffer.from('47', 'hex'), Buffer.alloc(187)])),
  'pages of a PDF file': () => full('%PDF'),
};
