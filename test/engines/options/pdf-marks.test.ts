import { describe, expect, it } from 'vitest';
import type { Options } from '../../../functions/conversion/options.ts';
import { poppler } from '../../documents/read-result.ts';
import { askQpdf } from '../../pdfs/ask-qpdf.ts';
import { convertPdf, fixture, look } from '../../pdfs/convert-pdf.ts';
import { handWritten } from '../../pdfs/hand-written.ts';
import { peakMemory } from '../../support/peak-memory.ts';
import { decode } from '../quarters.ts';
import { ask, refusal } from './eye.ts';

/** Pages that lie in their file in odd ways: turned, cropped off the origin, trimmed elsewhere, of other sizes. */
const odd = fixture('made/odd-pages.pdf');

const change = async (options: Options, pdf = odd) => (await ask(pdf, 'pdf', options)).bytes;

/** The words of each page, with the middles of the first in percent of its sides, from above on the left. */
function read(pdf: Buffer): string[] {
  const pages = poppler('pdftotext', pdf, '-bbox', '-', '-').split('<page ').slice(1);
  return pages.map((page) => {
    const numbers = (text: string) => [...text.matchAll(/[\d.]+(?=")/g)].map(Number);
    const [width = 0, height = 0] = numbers(page);
    const words = [...page.matchAll(/<word ([^>]+)>([^<]+)/g)];
    const [left = 0, top = 0, right = 0, bottom = 0] = numbers(words[0]?.[1] ?? '');
    const at = [(left + right) / 2 / width, (top + bottom) / 2 / height].map((part) => Math.round(part * 100));
    return [words.map(([, , word]) => word).join(' '), ...at].join(' ');
  });
}

it('page numbers are at the chosen position, whatever the rotation of the page', async () => {
  // Cropped by nothing, the pages begin where they are shown.
  const words = read(await change({ page_numbers: true, page_number_place: 'top-left', crop_margins: '0' }));
  expect(words).toEqual([1, 2, 3, 4, 5].map((page) => expect.stringMatching(new RegExp(`^${page} / 5 [3-7] [1-5]$`))));
});
it('page numbers are counted and formatted by their options', async () => {
  const options = { page_numbers: true, page_number_format: 'Seite {page} von {pages}', page_number_skip: 2 };
  const words = read(await change({ ...options, page_number_start: 10 }));
  expect(words.map((text) => text.split(' ').slice(0, -2).join(' '))).toEqual([
    ...['', '', 'Seite 10 von 12', 'Seite 11 von 12', 'Seite 12 von 12'],
  ]);
});
const middle = async (pdf: Buffer, page: number) => {
  const picture = (await convertPdf(pdf, 'png', { options: { dpi: 72 } })).pages[page] as Buffer;
  const { pixel, metadata } = await decode(picture);
  return pixel(metadata.width >> 1, metadata.height >> 1).slice(0, 3);
};

it('a watermark has its opacity and colour, and is in the middle', async () => {
  const options = { watermark: '███', watermark_color: '#ff0000', watermark_place: 'center' };
  const opaque = await change({ ...options, watermark_opacity: 100 });
  for (const page of [0, 3]) expect(await middle(opaque, page)).toEqual([255, 0, 0]);
  const half = await middle(await change({ ...options, watermark_opacity: 50 }), 0);
  expect(half.map((value) => Math.round(value / 10))).toEqual([26, 13, 13]);
});

it('a watermark grows with the page: on a poster as on A4', async () => {
  const sizes = [1, 4].map((times) => ({ width: 595 * times, height: 842 * times, content: '0 g' }));
  const pdf = await change({ watermark: 'No', watermark_place: 'center' }, handWritten(sizes));
  const words = poppler('pdftotext', pdf, '-bbox', '-', '-').matchAll(/xMin="([\d.]+)".* xMax="([\d.]+)".*>No</g);
  const [page = 0, poster = 0] = [...words].map(([, left, right]) => Number(right) - Number(left));
  expect(poster / page).toBeCloseTo(4, 1);
});

it('a watermark is text in any script of the fonts, in visual order', async () => {
  const pdf = await change({ watermark: 'Żółć Ωмега שלום 草稿 한국', watermark_place: 'top', pages: '1' });
  expect(read(pdf)).toEqual([expect.stringMatching(/^Żółć Ωмега םולש 草稿 한국 /)]);
  expect((await askQpdf(['--check'], pdf)).exitCode).toBe(0);
  expect(pdf.length).toBeLessThan(50_000);
});

it.each([
  ['of an emoji', '😀', /^INVALID_OPTION: .*"😀", which cannot be drawn/],
  ['in Arabic, of which there is no font', 'مسودة', /^INVALID_OPTION: .*cannot be drawn/],
  ['of nothing', '  ', /^INVALID_OPTION: .*must not be blank/],
  ['with marks of direction', 'a\u202eb', /^INVALID_OPTION: .*U\+202E, which cannot be drawn/],
  ['of a megabyte', 'M'.repeat(1_000_000), /^INVALID_OPTION: .{1,400}$/],
  ['with the syntax of PDF', ') Tj ET Q (', /^none$/],
])('a watermark %s is refused, or drawn as it is', async (_, watermark, outcome) => {
  expect(await refusal(change({ watermark }))).toMatch(outcome);
});

it('a watermark and numbers on two thousand pages take little memory', async () => {
  const many = handWritten(Array.from({ length: 2000 }, () => ({ width: 100, height: 100, content: '0 g' })));
  const { value, megabytes } = await peakMemory(() => change({ watermark: 'Draft', page_numbers: true }, many));
  expect((await askQpdf(['--show-npages'], value)).stdout.trim()).toBe('2000');
  expect(megabytes).toBeLessThan(600);
});

describe('pages that are cropped', () => {
  const pages = async (options: Options) => {
    const pictures = (await convertPdf(await change(options), 'png', { options: { dpi: 72 } })).pages;
    return Promise.all(pictures.slice(-4).map((picture) => look(picture)));
  };

  it('show the requested box, with their rotation', async () => {
    // Quarters, clockwise from above on the left.
    const upright = ['blue', 'white', 'green', 'red'];
    const cut = await pages({ crop: '20,30,360,340' });
    for (const [turns, { width, height, at }] of cut.entries()) {
      expect([width, height]).toEqual(turns % 2 === 1 ? [360, 170] : [180, 340]);
      const [x, y] = turns % 2 === 1 ? [180 / 360, 70 / 170] : [80 / 180, 170 / 340];
      const near = 0.02;
      const seen = [at(x - near, y - near), at(x + near, y - near), at(x + near, y + near), at(x - near, y + near)];
      expect(seen).toEqual(upright.map((_, corner) => upright[(corner - turns + 4) % 4]));
    }
  });

  it('lose the requested margin of each side', async () => {
    const sizes = (await pages({ crop_margins: '10,5,0,1.5' })).map(({ width, height }) => [width, height]);
    expect(sizes).toEqual([0, 1, 2, 3].map((turns) => (turns % 2 === 1 ? [382, 172] : [182, 372])));
  });

  it('are refused where nothing is left of a page', async () => {
    expect(await refusal(change({ crop_margins: '40,10' }))).toBe(
      'INVALID_OPTION: The option "crop_margins" leaves nothing of page 3.',
    );
    expect(await refusal(change({ crop_margins: '1', crop: '1,1,9,9' }))).toMatch(/contradict each other/);
  });
});
