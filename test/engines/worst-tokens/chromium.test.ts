import { describe, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick } from './run-alone.ts';

const FONTS = `'<EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>'`;

describe('a megabyte of the worst', () => {
  it.each([
    ['encrypted files of a book', `m.obfuscatedFonts(${FONTS} + ${many('<CipherReference URI="a"/>')}, '').size`, 1],
    ['files of a book that begin', `m.obfuscatedFonts(${many('<EncryptionMethod ')}, '').size`, 0],
    ['identifiers of a book', `m.obfuscatedFonts('', ${many('<dc:identifier id="a">')}).size`, 0],
    ['blanks in an identifier', `m.obfuscatedFonts('', '<identifier>' + ${many(' ')} + '</identifier>').size`, 0],
  ] as const)('%s', (_, expression, expected) => expectQuick('chromium/book-fonts.ts', expression, expected));

  it('chapters of a book', () =>
    expectQuick(
      'office/epub/read-package-document.ts',
      `m.chapterPaths({ path: 'a.opf', text: Array.from({ length: 20_000 }, (_, i) => '<item id="' + i + '" href="' + i + '"/><itemref idref="' + i + '"/>').join('') }).size`,
      20_000,
    ));
});
