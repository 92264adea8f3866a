import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { comics } from '../../functions/engines/comics.ts';
import { rar } from '../archives/hand-made.ts';
import { sevenZip } from '../archives/seven-zip.ts';
import { tape } from '../archives/tape.ts';
import { colouredPage, comic } from '../books/comic.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = temporaryFolder();

const failureOf = (source: Buffer, from: FormatName, to: FormatName, options = {}) =>
  codeOf(convertBytes(comics, source, [from, to], { options }));

describe('hostile comic books', () => {
  it('are converted when whole: the control', async () => {
    const book = await zip({ '1.jpg': await colouredPage('red') });
    for (const to of ['pdf', 'epub', 'cb7'] as const) expect(await failureOf(book, 'cbz', to)).toBe('none');
  });

  it('that hold no pictures are archives, or refused', async () => {
    const words = await zip({ 'a.txt': 'x' });
    expect(await detectFormat(words, 'a.cbz')).toBe('zip');
    expect(await failureOf(words, 'cbz', 'pdf')).toBe('UNREADABLE_FILE');
    expect(await failureOf(words, 'cbz', 'cbt')).toBe('UNREADABLE_FILE');
    expect(await failureOf(await zip({ '.hidden.jpg': 'x', '__MACOSX/a.jpg': 'x' }), 'cbz', 'pdf')).toBe(
      'UNREADABLE_FILE',
    );
  });

  it('with names that lead out of the archive are refused', async () => {
    const page = await colouredPage('red');
    const evil = Buffer.from(await zip({ 'aa/aa/page.jpg': page }));
    for (const names of [
      ['../../page.jpg', 'cbz'],
      ['/../xx/page.jpg'.slice(1), 'cbz'],
    ] as const) {
      const renamed = Buffer.from(evil.toString('latin1').replaceAll('aa/aa/page.jpg', names[0]), 'latin1');
      expect(await failureOf(renamed, 'cbz', 'pdf')).toBe('UNSUPPORTED_CONVERSION');
    }
    expect(await failureOf(rar([{ name: '../page.jpg', content: page }]), 'cbr', 'epub')).toBe(
      'UNSUPPORTED_CONVERSION',
    );
  });

  it('whose pages are links or devices are not followed', async () => {
    const link = tape([{ name: '1.jpg', type: '2', link: '/etc/passwd' }]);
    expect(['UNSUPPORTED_CONVERSION', 'UNREADABLE_FILE']).toContain(await failureOf(link, 'cbt', 'pdf'));
    const inside = tape([{ name: '1.jpg', type: '2', link: 'x.jpg' }]);
    expect(await failureOf(inside, 'cbt', 'epub')).toBe('UNREADABLE_FILE');
  });

  it.each(['pdf', 'epub'] as const)(
    'with a page that is no picture, or half of one, are refused as %s, by its name',
    async (to) => {
      const page = await colouredPage('red', 'png');
      for (const bad of [Buffer.from('words'), page.subarray(0, page.length / 2), Buffer.alloc(0)]) {
        const book = await zip({ '1.png': page, 'bad "page".png': bad });
        await expect(convertBytes(comics, book, ['cbz', to])).rejects.toMatchObject({
          code: 'UNREADABLE_FILE',
          message: expect.stringContaining('bad "page".png'),
        });
      }
    },
  );

  it.each(['pdf', 'epub'] as const)('with a page larger than is drawn are refused as %s', async (to) => {
    expect(await failureOf(await zip({ '1.png': committed('pictures/made/60000-pixels.png') }), 'cbz', to)).toBe(
      'TOO_COMPLEX',
    );
  });

  it('with more pages than are converted are refused', async () => {
    const page = await colouredPage('red');
    const pages = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.jpg`, page]));
    expect(await failureOf(await zip(pages), 'cbz', 'pdf')).toBe('TOO_COMPLEX');
  });

  it('that are truncated are refused', async () => {
    const files = { '1.jpg': await colouredPage('red'), '2.jpg': await colouredPage('blue') };
    for (const format of ['cbz', 'cb7', 'cbt', 'cbr'] as const) {
      const book = await comic(format, files);
      expect(await failureOf(book.subarray(0, book.length * 0.6), format, 'pdf'), format).toBe('UNREADABLE_FILE');
    }
  });

  it('that are encrypted open with their password only', async () => {
    const { mkdtempSync, readFileSync, writeFileSync } = await import('node:fs');
    const place = mkdtempSync(`${folder}/locked-`);
    writeFileSync(`${place}/1.jpg`, await colouredPage('red'));
    sevenZip(place, 'a', '-tzip', '-psecret', '-mem=AES256', `${place}/a.zip`, `${place}/1.jpg`);
    const book = readFileSync(`${place}/a.zip`);
    expect(await failureOf(book, 'cbz', 'pdf')).toBe('PASSWORD_PROTECTED');
    expect(await failureOf(book, 'cbz', 'pdf', { password: 'wrong' })).toBe('PASSWORD_PROTECTED');
    expect(await failureOf(book, 'cbz', 'pdf', { password: 'secret' })).toBe('none');
  });

  it('put no markup of their metadata into a book', async () => {
    const info = '<ComicInfo><Title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#0;&bad;</Title></ComicInfo>';
    const book = await zip({ '1.jpg': await colouredPage('red'), 'ComicInfo.xml': info });
    const { file } = await convertBytes(comics, book, ['cbz', 'epub']);
    const all = [...unzip(file)]
      .filter(([name]) => !name.endsWith('.jpg'))
      .map(([, text]) => text.toString())
      .join('');
    expect(all).toContain('&lt;script&gt;');
    expect(all).not.toMatch(/<script|&bad;|\0/);
  });
});
