import { describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { epub } from '../documents/epub.ts';
import { failureOf } from '../documents/locked.ts';
import { pagesOfPdf, picturesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { redPicture } from '../documents/sources.ts';
import { plain } from '../support/pictures.ts';
import { unzip } from '../support/unzip.ts';

describe('a book', () => {
  it('has its chapters in their order, each on a page of its own, with its pictures', async () => {
    const book = await epub(['erstes', 'zweites', 'drittes'], { png: await redPicture() });
    const pdf = (await convertWithOffice(book, 'epub', 'pdf')).file;
    expect(textOfPdf(pdf)).toMatch(/erstes[\s\S]*zweites[\s\S]*drittes/);
    expect([pagesOfPdf(pdf), picturesOfPdf(pdf).length]).toEqual([3, 1]);
  });

  it('has pictures that are wider than the text in its width', async () => {
    const wide = await epub(['x'], { png: await plain('red', 2000, 400) });
    const document = unzip((await convertWithOffice(wide, 'epub', 'docx')).file)
      .get('word/document.xml')
      ?.toString();
    const [, width, height] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(document ?? '') ?? [];
    // 600 pixels, in English Metric Units.
    expect([Number(width), Number(height)]).toEqual([600 * 9525, 120 * 9525]);
  });

  it('loses its active and its external content', async () => {
    const hostile = '<script>alert(1)</script><img src="http://127.0.0.1:9/a.png"/><img src="../../../etc/passwd"/>x';
    const page = (await convertWithOffice(await epub([hostile]), 'epub', 'html')).file.toString();
    expect(page).not.toMatch(/<script|127\.0\.0\.1|passwd/);
  });

  it('with DRM is refused, but not for obfuscated fonts', async () => {
    const locked = await epub(['x'], { encryption: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc' });
    expect(await failureOf(locked, 'epub')).toBe('PASSWORD_PROTECTED');
    const fonts = await epub(['x'], { encryption: 'http://www.idpf.org/2008/embedding' });
    expect(await failureOf(fonts, 'epub')).toBe('none');
  });
});
