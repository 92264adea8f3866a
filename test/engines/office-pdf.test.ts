import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { office } from '../../functions/engines/office.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pagesOfPdf, picturesOfPdf, textOf, textOfPdf } from '../documents/read-result.ts';
import { fixture, look } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const bare = (text: string) => text.replace(/<[^>]*>|\s/g, '');

/** What a PDF file says once it has been through a text document. */
async function wordsAfter(pdf: Buffer): Promise<{ pages: number; text: string }> {
  const { file } = await convertWithOffice(pdf, 'pdf', 'docx');
  const again = (await convertWithOffice(file, 'docx', 'pdf')).file;
  return { pages: pagesOfPdf(again), text: textOfPdf(again) };
}

describe('a PDF file', () => {
  it.each(office.conversions.pdf ?? [])('becomes %s that holds its words', async (target) => {
    const { format, file } = await convertWithOffice(fixture('cairo.pdf'), 'pdf', target);
    expect([format, await detectFormat(file, 'result')]).toEqual([target, target]);
    for (const said of ['Ghostwords', 'Tallpage']) expect(bare(textOf(file, target))).toContain(said);
  });

  it('keeps its scripts, its order and its pages', async () => {
    const { pages, text } = await wordsAfter(fixture('office.pdf'));
    const said = [
      'Quarterly figures',
      'The quick brown fox',
      '你好世界',
      'مرحبا بالعالم',
      'North',
      'Second page, über',
    ];
    const places = said.map((part) => bare(text).indexOf(bare(part)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(pages).toBe(2);
  });

  it('keeps what is drawn on it', async () => {
    const { file } = await convertWithOffice(fixture('ghostscript.pdf'), 'pdf', 'docx');
    expect([...unzip(file).keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(2);
    expect(picturesOfPdf((await convertWithOffice(file, 'docx', 'pdf')).file)).toHaveLength(2);
  });

  it('has its lines joined to paragraphs, and words that were divided put together', async () => {
    const lines = [
      'This paragraph is long enough to be bro-',
      'ken into lines that do belong together.',
      'Nothing else.',
    ];
    const content = lines.map((line, index) => words(line, 50, 700 - index * 14, 12)).join('');
    const { file } = await convertWithOffice(handWritten([{ width: 320, height: 800, content }]), 'pdf', 'odt');
    expect(textOf(file, 'odt').replace(/<[^>]*>/g, '\n')).toContain(
      'be broken into lines that do belong together. Nothing else.',
    );
  });

  it('has its columns read one after the other', async () => {
    const column = (name: string, x: number) =>
      Array.from({ length: 8 }, (_, row) => words(`${name} ${row} goes on and on here`, x, 700 - row * 14, 11)).join(
        '',
      );
    const content = words('Heading', 250, 750) + column('left', 50) + column('right', 320);
    const { file } = await convertWithOffice(handWritten([{ width: 600, height: 800, content }]), 'pdf', 'docx');
    const text = bare(textOf(file, 'docx'));
    const places = ['Heading', 'left 0', 'left 7', 'right 0', 'right 7'].map((part) => text.indexOf(bare(part)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  });

  it('has its tables as tables', async () => {
    const row = (cells: string[], y: number) => cells.map((cell, at) => words(cell, 50 + at * 150, y, 11)).join('');
    const content =
      row(['Region', 'Sales', 'Costs'], 700) + row(['North', '1234', '567'], 680) + row(['South', '89', '10'], 660);
    const { file } = await convertWithOffice(handWritten([{ width: 600, height: 800, content }]), 'pdf', 'odt');
    expect(textOf(file, 'odt').match(/<table:table-row/g)).toHaveLength(3);
  });

  it('becomes slides that look as its pages did', async () => {
    const page = {
      width: 600,
      height: 400,
      content: rectangle('1 0 0', 0, 200, 300, 200) + words('Slide words', 320, 60),
    };
    const small = { ...page, width: 300, height: 200, content: words('Small page', 20, 20) };
    const { file } = await convertWithOffice(handWritten([page, small]), 'pdf', 'pptx');
    const slides = [...unzip(file).keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(slides).toHaveLength(2);
    const pictures = unzip((await convertWithOffice(file, 'pptx', 'png')).file);
    const first = await look(pictures.get('page-001.png') ?? Buffer.alloc(0));
    expect([first.at(0.25, 0.25), first.at(0.75, 0.25)]).toEqual(['red', 'white']);
    // Sizes are kept in hundredths of millimetres.
    expect(Math.abs(first.width - 1250) + Math.abs(first.height - 834)).toBeLessThan(4);
    const text = textOfPdf((await convertWithOffice(file, 'pptx', 'pdf')).file);
    for (const said of ['Slide words', 'Small page']) expect(text).toContain(said);
  });

  it('keeps the sizes of turned pages, and what is written sideways', async () => {
    const content = words('Turned words', 50, 40);
    const pages = [90, 180, 270].map((turn) => ({ width: 300, height: 200, content, entries: `/Rotate ${turn}` }));
    // Turned back by its own matrix it is upright again.
    const upright = { ...pages[0], content: `q 0 1 -1 0 300 0 cm ${words('Upright words', 20, 250)} Q` };
    const { file } = await convertWithOffice(
      handWritten([...pages, { width: 300, height: 200, ...upright }]),
      'pdf',
      'odt',
    );
    const text = bare(textOf(file, 'odt'));
    expect(text.match(/Turnedwords|wordsTurned/g)).toHaveLength(3);
    expect(text).toContain('Uprightwords');
    const pdf = (await convertWithOffice(file, 'odt', 'png', 'high')).file;
    const sizes = await Promise.all([...unzip(pdf).values()].map(async (picture) => (await look(picture)).width));
    expect(sizes.map((size) => Math.round(size / 417) * 100)).toEqual([200, 300, 200, 200]);
  });

  it('that is a scan keeps its picture', async () => {
    const content = rectangle('0.2 0.4 0.6', 5, 5, 590, 790);
    const { file } = await convertWithOffice(handWritten([{ width: 600, height: 800, content }]), 'pdf', 'docx');
    expect(pagesOfPdf((await convertWithOffice(file, 'docx', 'pdf')).file)).toBe(1);
    expect([...unzip(file).keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  });

  it.each(['locked.pdf', 'locked-40-bit.pdf'])('that is locked is refused: %s', async (name) => {
    await expect(convertWithOffice(fixture(name), 'pdf', 'docx')).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  });

  it('that breaks off is refused', async () => {
    const whole = fixture('office.pdf');
    const part = whole.subarray(0, Math.floor(whole.length * 0.7));
    await expect(convertWithOffice(part, 'pdf', 'docx')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});
