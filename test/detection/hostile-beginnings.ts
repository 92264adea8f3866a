import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { committed } from '../support/committed.ts';

const MEGABYTE = 1024 * 1024;

/** A megabyte of some words or bytes, behind a beginning. */
function full(token: string | Buffer, beginning: string | Buffer = ''): Buffer {
  const start = Buffer.from(beginning as string, 'latin1');
  const tokens = Buffer.alloc(MEGABYTE - start.length, Buffer.from(token as string, 'latin1'));
  return Buffer.concat([start, tokens]);
}

/** Beginnings of files in which what each parser looks for is repeated as often as it fits, or leads back to itself. */
export const HOSTILE_BEGINNINGS: Readonly<Record<string, () => Buffer>> = {
  // Books, compound files, packages, sound and video: see the README beside them.
  ...Object.fromEntries(
    readdirSync(join(import.meta.dirname, 'files'))
      .filter((name) => name.endsWith('.gz'))
      .map((name) => [name.replace('.gz', '').replaceAll('-', ' '), () => committed(`detection/files/${name}`)]),
  ),
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
  'fonts in fonts': () => full('<font ', '<svg>'),
  'ends of fonts': () => full('</font>', '<svg><font '),
  'comments of a polygon file': () => full('comment \n', 'ply\n'),
  'comments of an object file': () => full('# \n', 'OFF\n'),
  'numbers of an object file': () => full('1', 'OFF '),
  'a solid of blanks': () => full(' \r\n', 'solid a'),
  'corners without an end': () => full('v 0\n'),
  'a suitcase with a long map': () => full('sfn', Buffer.from('000001000000010100000001000f0000', 'hex')),
  'a compressed file with a long name': () => full('a', Buffer.from('1f8b0808000000000003', 'hex')),
  'a compressed file of empty blocks': () => full(Buffer.from('000000', 'hex'), Buffer.from('28b52ffd0058', 'hex')),
  'a compressed file of blocks that grow': () =>
    full(Buffer.from('020010aa', 'hex'), Buffer.from('28b52ffd0058', 'hex')),
  'numbers of a cpio archive': () => full('070707'),
  'beginnings of frames': () => full('\xff'),
  'frames that nothing follows': () => full('\xff\xfb\x90\0'),
  'empty tags': () => full('ID3\x03\0\0\0\0\0\0'),
  'one tag after another': () => full('ID3\x03\0\0\0\0\0\x0a1234567890'),
  'empty boxes': () => full('\0\0\0\x08free', '\0\0\0\x10ftypisom\0\0\0\0'),
  'many brands': () => full('mif0', '\x7f\0\0\0ftypisom\0\0\0\0'),
  'empty parts of a RIFF file': () => full('LIST\0\0\0\0', 'RIFF\xff\xff\xff\x7fAVI '),
  'tags of a TIFF file': () => full(Buffer.from('feff0000', 'hex'), Buffer.from('49492a0008000000ffff', 'hex')),
  'packets of a transport stream': () => full(Buffer.concat([Buffer.from('47', 'hex'), Buffer.alloc(187)])),
  'pages of a PDF file': () => full('%PDF'),
};
