import { execFileSync } from 'node:child_process';
import { deflateSync, inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { calibre } from '../../functions/engines/calibre.ts';
import { textOf } from '../documents/read-result.ts';
import { SAMPLES } from '../documents/sources.ts';
import { WORD } from '../documents/words.ts';
import { BOOK, richBook } from '../ebooks/book.ts';
import { convertWithCalibre } from '../ebooks/convert-with-calibre.ts';
import { OLD_BOOKS } from '../ebooks/old-books.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';

stopEnginesAfterwards();
const TIME = 180_000;
void [execFileSync, deflateSync, inflateSync, beforeAll, SAMPLES, WORD, calibre];

describe('old', () => {
  it.each(Object.keys(OLD_BOOKS) as (keyof typeof OLD_BOOKS)[])('%s', { timeout: TIME }, async (name) => {
    const file = await OLD_BOOKS[name]();
    const format = name.split('.')[1] as FormatName;
    expect(await detectFormat(file, name)).toBe(format);
    const book = await convertWithCalibre(file, format, 'epub');
    const text = textOf(book, 'epub');
    for (const word of [BOOK.chapters[0], ...BOOK.words]) expect(text).toContain(word);
  });
  it('rich', { timeout: TIME }, async () => {
    const azw3 = await convertWithCalibre(await richBook(), 'epub', 'azw3');
    expect(await detectFormat(azw3, 'x')).toBe('azw3');
  });
});
