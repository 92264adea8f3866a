import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { zip } from '../documents/package.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf, look } from '../pdfs/convert-pdf.ts';
import { assemble, handWritten, rectangle, streamOf } from '../pdfs/hand-written.ts';
import { linkedPdf } from '../pdfs/linked.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

const convert = async (source: Buffer, formats: [FormatName, FormatName], options: Options) =>
  (await convertBytes(qpdf, source, formats, { options })).file;
const splitFirst = async (source: Buffer, options: Options = {}) =>
  [...(await unzip(await convert(source, ['pdf', 'zip'], options))).values()][0] as Buffer;
const drawn = async (pdf: Buffer, page: number) =>
  look((await convertPdf(pdf, 'png', { options: { pages: `${page}` } })).bytes);

describe('the metadata of a file is kept for some of its pages:', () => {
  /** A page with a visible layer on the left, and a hidden one on the right. */
  const layered = (list: string) =>
    handWritten(
      [
        {
          width: 200,
          height: 100,
          content: `/OC /L BDC ${rectangle('0 0 1', 0, 0, 90, 100)} EMC /OC /R BDC ${rectangle('1 0 0', 110, 0, 90, 100)} EMC`,
          entries: '/Resources<</Properties<</L 3 0 R/R 4 0 R>>>>',
        },
      ],
      { catalog: list, objects: ['<</Type/OCG/Name(Left)>>', '<</Type/OCG/Name(Right)>>'] },
    );
  const LISTS = [
    '/OCProperties<</OCGs[3 0 R 4 0 R]/D<</OFF[4 0 R]>>>>',
    '/OCProperties<</OCGs[3 0 R 4 0 R]/D<</BaseState/OFF/ON[3 0 R]>>>>',
  ];

  it.each(LISTS)('a hidden layer, where the file is split or joined: %s', async (list) => {
    const files = { 'a.pdf': linkedPdf('A'), 'b.pdf': layered(list), 'c.pdf': layered('') };
    const joined = await convert(await zip(files), ['zip', 'pdf'], { merge: true });
    expect((await askQpdf(['--check'], joined)).exitCode).toBe(0);
    for (const { at } of [await drawn(await splitFirst(layered(list)), 1), await drawn(joined, 4)])
      expect([at(0.2, 0.5), at(0.8, 0.5)]).toEqual(['blue', 'white']);
    // A file without a list shows all of its layers.
    expect((await drawn(joined, 5)).at(0.8, 0.5)).toBe('red');
  });

  it('the outlines, without entries that lead nowhere', async () => {
    const titles = async (pdf: Buffer) => {
      const { stdout } = await askQpdf(['--json', '--json-key=outlines'], pdf);
      return [...stdout.matchAll(/"title": "(.*)"/g)].map(([, title]) => title);
    };
    const only = (pages: string) => convert(linkedPdf('A'), ['pdf', 'pdf'], { pages });
    expect(await titles(await only('1'))).toEqual(['A chapter 1']);
    expect(await titles(await only('2-3'))).toEqual(['A section', 'A chapter 1', 'A chapter 2']);
    expect(await titles(await splitFirst(linkedPdf('A'), { split: '2' }))).toEqual(['A chapter 2']);
    const none = handWritten(
      [
        { width: 9, height: 9 },
        { width: 9, height: 9 },
      ],
      {
        catalog: '/Outlines 3 0 R',
        objects: ['<</First 4 0 R/Last 4 0 R/Count 1>>', '<</Title(One)/Parent 3 0 R/Dest[5 0 R/Fit]>>'],
      },
    );
    const second = await convert(none, ['pdf', 'pdf'], { pages: '2', rotate: 90, page_numbers: true });
    expect([await titles(second), (await askQpdf(['--check'], second)).exitCode]).toEqual([[], 0]);
  });

  it('resources of a page that only the glyphs of its fonts name, where it is split', async () => {
    const font =
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 6 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]>>';
    const glyphs = assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</X 7 0 R>>>>>>',
      streamOf('BT /F 100 Tf (a) Tj ET'),
      font,
      streamOf('1 0 d0 /X Do'),
      streamOf(rectangle('1 0 0', 0, 0, 1, 1), '/Type/XObject/Subtype/Form/BBox[0 0 1 1]'),
    ]);
    expect((await drawn(await splitFirst(glyphs), 1)).at(0.5, 0.5)).toBe('red');
  });
});
