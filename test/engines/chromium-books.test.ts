import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deobfuscateFont, obfuscatedFonts } from '../../functions/engines/chromium/book-fonts.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { office } from '../../functions/engines/office.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { pagesOfPdf, papersOfPdf, picturesOfPdf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { decode } from './quarters.ts';

/** A book of ours, printed: see the README beside it. */
const print = async (name: string, engine = chromium) =>
  (await convertBytes(engine, committed(`ebooks/pages/${name}.epub`), ['epub', 'pdf'])).file;

/** The right edge of pages within their margins, in points. */
const PAGE_RIGHT = 556;
describe('a book', () => {
  it.each([
    ['chromium', chromium],
    ['office', office],
  ])('has its chapters in their order, each on a page of its own, with its pictures, by %s', async (_, engine) => {
    const file = await print('three-chapters', engine);
    expect(textOfPdf(file)).toMatch(/erstes[\s\S]*\f[\s\S]*zweites[\s\S]*\f[\s\S]*drittes/);
    expect([pagesOfPdf(file), picturesOfPdf(file).length]).toEqual([3, 1]);
  });

  it('shows all of a picture that is wider than its pages', async () => {
    const pdf = await print('wide-picture');
    const drawn = (await convertBytes(poppler, pdf, ['pdf', 'png'], { options: { pages: '1', dpi: 72 } })).file;
    const { pixel, metadata } = await decode(drawn);
    const rows = Array.from({ length: metadata.height ?? 0 }, (_, y) => pixel(306, y)[1]);
    // Margins of 20 mm are 57 points, and the body of a page has 6.
    expect([66, 545, 560].map((x) => pixel(x, rows.indexOf(0) + 2)[1])).toEqual([0, 0, 255]);
  });

  it.each([
    ['styles', /^sichtbar\s+\fanders ergänzt/],
    // Shown as HTML.
    ['not-well-formed', /eins\nzwei\s+drei\s+\fvier/],
    // Printed in parts.
    ['many-megabytes', /^eins\s+\fzwei\s+\fdrei/],
    // Which are not run.
    ['scripts', /^Text\s*$/],
    ['missing-style-sheet', /erstes[\s\S]*\f[\s\S]*zweites/],
    // MathML, or else the default.
    ['choices', /^1\s+eigens\s+\f2\s+sonst\s*$/],
    ['many-links', /x[\s\S]*\f[\s\S]*x/],
  ])('has its words as they should be seen: %s', async (name, words) => {
    expect(textOfPdf(await print(name))).toMatch(words);
  });

  it('shrinks what is wider than its pages by itself', async () => {
    const widths = async (name: string) => {
      const file = await print(name);
      expect(wordsOfPdf(file).filter(({ right }) => right > PAGE_RIGHT)).toEqual([]);
      const ours = wordsOfPdf(file).filter(({ word }) => /normal|breit/.test(word));
      return ours.map(({ left, right }) => Math.round(right - left));
    };
    // A table, a formula, and a block with padding.
    expect(await widths('wide')).toEqual(await widths('not-wide'));
  });

  it('has vertical lines on as many pages as they need', async () => {
    const file = await print('vertical-lines');
    expect(pagesOfPdf(file)).toBeGreaterThan(3);
    expect(wordsOfPdf(file).filter(({ word }) => /Wort|Ende/.test(word))).toHaveLength(3001);
  });

  it('shows objects as pictures, or what is in them', async () => {
    const file = await print('objects');
    expect(picturesOfPdf(file)).toHaveLength(3);
    expect(textOfPdf(file)).toContain('Quiz');
  });

  it('keeps the styles of its cover out of its chapters, and margins as options name them', async () => {
    // The cover has words on the right, and no margins; the chapter 100 points on the left, by a selector of its root.
    const words = wordsOfPdf(await print('styles-of-a-cover'));
    expect(words.map(({ word, left, right }) => [word, Math.round(left), Math.round(right)])).toEqual([
      ['cover', 187, 196],
      ['chapter', 57, 69],
    ]);
  });

  it('has links from chapter to chapter, and an outline', async () => {
    const text = (await print('links')).toString('latin1');
    expect(text).toContain('/Outlines');
    expect(text.match(/\/Subtype \/Link/g)).toHaveLength(1);
    expect(text).not.toContain('job.invalid');
  });

  it('with a fixed layout keeps the size of its pages, also of pictures', async () => {
    expect(papersOfPdf(await print('fixed-layout'))).toEqual(['127x254', '25x51']);
  });

  it.each([
    ['locked', 'PASSWORD_PROTECTED'],
    ['without-chapters', 'UNREADABLE_FILE'],
    ['empty-chapters', 'UNREADABLE_FILE'],
  ])('is refused: %s', async (name, code) => {
    expect(await codeOf(print(name))).toBe(code);
  });
});

/** Both ways as their specifications have them, for the font of the file `a b.otf`. */
describe('an obfuscated font', () => {
  const identifier = 'urn:uuid:01234567-0123-4567-8901-234567890123';
  const contents = `<package unique-identifier="own"><dc:identifier>x</dc:identifier><dc:identifier id="own">${identifier}</dc:identifier></package>`;

  it.each([
    ['EPUB', 'http://www.idpf.org/2008/embedding', 1040, createHash('sha1').update(identifier).digest()],
    ['Adobe', 'http://ns.adobe.com/pdf/enc#RC', 1024, Buffer.from(identifier.replace(/\D/g, ''), 'hex')],
  ] as const)('of %s is revealed', (_, algorithm, length, key) => {
    const font = randomBytes(3000);
    const obfuscated = Buffer.from(font.map((byte, at) => (at < length ? byte ^ (key[at % key.length] ?? 0) : byte)));
    const encryption = `<EncryptionMethod Algorithm="${algorithm}"/><CipherReference URI="a%20b.otf"/>`;
    const found = obfuscatedFonts(encryption, contents).get('a b.otf');
    expect(found && deobfuscateFont(obfuscated, found).equals(font)).toBe(true);
  });
});
