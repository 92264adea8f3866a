import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ghostscript } from '../../functions/engines/ghostscript.ts';
import { papersOfPdf, textOfPdf } from '../documents/read-result.ts';
import { look } from '../pdfs/convert-pdf.ts';
import { committed } from '../support/committed.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';

const eps = (program: string, box = '100 100 300 200') =>
  Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: ${box}\n%%EndComments\n${program}\n%%EOF\n`);
const ps = (program: string) => Buffer.from(`%!PS-Adobe-3.0\n${program}\n`);
const RED = '1 0 0 setrgbcolor 100 100 100 100 rectfill 0 0 1 setrgbcolor 200 100 100 100 rectfill';
const WORDS = '/Helvetica findfont 24 scalefont setfont 120 140 moveto (A word) show';
const COMMENTS = '% a comment\n'.repeat(500);

/** With the binary header of DOS, which says how long it is. */
const DOS = committed('drawings/files/dos.eps');

const convert = (content: Buffer, source: FormatName, target: FormatName, options = {}, engine = ghostscript) =>
  convertBytes(engine, content, [source, target], { options });
const outcome = (content: Buffer, source: FormatName = 'ps', target: FormatName = 'pdf', engine = ghostscript) =>
  codeOf(convert(content, source, target, {}, engine));

describe('eps', () => {
  it('becomes a PDF of its box, with its text, also where it has the header of DOS', async () => {
    const { file } = await convert(eps(`${RED} 0 setgray ${WORDS}`), 'eps', 'pdf');
    expect([papersOfPdf(file), textOfPdf(file).trim()]).toEqual([['71x35'], 'A word']);
    expect(await detectFormat(DOS, 'a.eps')).toBe('eps');
    expect(await outcome(DOS, 'eps')).toBe('none');
  });

  it.each(['png', 'jpg', 'webp', 'svg', 'tiff', 'gif', 'avif'] as const)('becomes %s', async (target) => {
    const { width, height, at } = await look((await convert(eps(RED), 'eps', target)).file);
    expect(width / height).toBeCloseTo(2, 1);
    expect([at(0.25, 0.5), at(0.75, 0.5)]).toEqual(['red', 'blue']);
  });

  it.each([
    ['(atend)', '%%BoundingBox: 0 0 9 9\r%%BoundingBox: 100 100 300 200'],
    ['(atend)', '%%HiResBoundingBox: 100.0 100 300 200.00\r\n%%BoundingBox: 99 99 301 201'],
    ['100 100 300 200', '%%BoundingBox: 0 0 500 500'],
  ])('whose header has the box %s and its trailer %j is cropped to it', async (box, trailer) => {
    const { file } = await convert(eps(`${RED}\n%%Trailer\n${trailer}`, box), 'eps', 'png', { dpi: 72 });
    const { width, height, at } = await look(file);
    expect([width, height]).toEqual([200, 100]);
    for (const y of [0.01, 0.99])
      expect([0.01, 0.49, 0.51, 0.99].map((x) => at(x, y))).toEqual(['red', 'red', 'blue', 'blue']);
  });
});

it('ps becomes a picture for each page, of those that are chosen', async () => {
  const pages = ps([1, 2, 3].map((page) => `${WORDS} (${page}) show showpage`).join('\n'));
  expect((await convert(pages, 'ps', 'png')).format).toBe('zip');
  expect((await convert(pages, 'ps', 'png', { pages: '2' })).format).toBe('png');
});

describe('ai', () => {
  const pdf = async (program: string) => (await convert(eps(program), 'eps', 'pdf')).file;

  it('is detected by its name and by what Illustrator wrote', async () => {
    const named = Buffer.concat([await pdf(RED), Buffer.from('\n% Adobe Illustrator\n')]);
    expect(await detectFormat(named, 'a.ai')).toBe('ai');
    expect(await detectFormat(named, 'a.pdf')).toBe('pdf');
    expect(await detectFormat(await pdf(RED), 'a.ai')).toBe('pdf');
    expect(await detectFormat(eps(`%%Creator: Adobe Illustrator\n${RED}`), 'a.ai')).toBe('ai');
    expect(await detectFormat(eps(RED), 'a.ai')).toBe('eps');
    expect(await detectFormat(ps(RED), 'a.txt')).toBe('ps');
  });

  it('with a PDF in it, or PostScript, is drawn; without the drawing it is refused', async () => {
    const source = await pdf(RED);
    expect((await convert(source, 'ai', 'pdf')).file).toEqual(source);
    expect(await outcome(eps(RED), 'ai', 'png')).toBe('none');
    const absent =
      '/Helvetica findfont 9 scalefont setfont 110 140 moveto (This file was saved without PDF Content.) show';
    expect(await outcome(await pdf(absent), 'ai', 'png')).toBe('UNREADABLE_FILE');
  });
});

/** A drawing of an old Illustrator, which names procedures that it does not have. */
const old = (program: string) =>
  Buffer.from(
    `%!PS-Adobe-3.0 \r\n%%Creator: Adobe Illustrator(TM) 3.2\r\n%%BoundingBox: 99 -301 301 -199\r\n%%HiResBoundingBox: 100 -300 300 -200\r\n%%EndComments\r\nAdobe_packedarray /initialize get exec\r\n%%EndProlog\r\nAdobe_IllustratorA_AI3 /initialize get exec\r\n%%EndSetup\r\n${program.replaceAll('\n', '\r\n')}\r\n%%PageTrailer\r\ngsave annotatepage grestore showpage\r\n%%Trailer\r\nAdobe_IllustratorA_AI3 /terminate get exec\r\n%%EOF\r\n`,
  );
const box = (left: number, right: number, paint = 'f') =>
  `${left} -300 m\n${right} -300 L\n${right} -200 L\n${left} -200 L\n${paint}\n`;
const [LEFT, RIGHT, BOTH] = [box(100, 200), box(200, 300), box(100, 300)];
const LAYER = '1 1 1 0 0 79 128 255 Lb\n';
const PLACED = '[ 200 0 0 100 100 -200 ] 1 1 0 Xh\n[ 100 0 0 100 100 -200 ] 0 0 2 1 1 2 8 3 0 0 0 0\n';

describe('ai without procedures', () => {
  it.each([
    ['process colours', `0 1 1 0 k\n${LEFT}0 0 0 0 0 0 1 Xa\n${box(200, 300, 'b')}`, 'red blue'],
    ['RGB and grey', `0 1 0 Xa\n${box(100, 200, 'F')}0 g\n${RIGHT}`, 'green black'],
    ['named colours', `0 1 1 0 (Red) 0 x\n${LEFT}0 1 1 0 (Red) 1 x\n${RIGHT}`, 'red white'],
    ['named RGB', `0 0 0 0 1 0 0 (Red) 0 1 Xx\n${LEFT}1 0 0 (Red) 1 1 Xx\n${RIGHT}`, 'red white'],
    ['a thick stroke', '0 1 1 0 K\n0 A\n1 Ap\n800 Ar\n0 D\n150 w 0 J []0 d\n150 -300 m\n150 -200 L\nS\n', 'red white'],
    ['a compound path', `1 XR\n0 1 1 0 k\n*u\n${BOTH}${box(180, 300)}*U\n${box(110, 120, 'n')}`, 'red white'],
    ['a clipping path', `q\n${box(100, 200, 'h')}W\nn\n0 1 1 0 k\n${BOTH}Q\n`, 'red white'],
    ['a hidden layer', `1 ${LAYER}(One) Ln\n0 1 1 0 k\n${LEFT}LB\n0 ${LAYER}(Two) Ln\n${RIGHT}LB\n`, 'red white'],
    ['a picture', `() 1 XG\n${PLACED}%%BeginData: 16\nXI\n%FF00000000FF\n%%EndData\nXH\nF\n`, 'red blue'],
  ])('is drawn with %s', async (_, program, colours) => {
    const { width, height, at } = await look((await convert(old(program), 'ai', 'png')).file);
    expect(width / height).toBeCloseTo(2, 1);
    expect([0.25, 0.75].map((x) => at(x, 0.5)).join(' ')).toBe(colours);
  });

  it.each([
    ['text', '0 To\n1 0 0 1 120 -250 0 Tp\nTP\n(Word) Tx\nTO\n'],
    ['a gradient', `Bb\n1 (Sunset) 100 -250 0 200 1 0 0 1 0 0 Bg\n${BOTH}0 BB\n`],
    ['a picture with a mask', '[1 0 0 1 0 0] 0 0 1 1 1 1 8 1 1 0 0 0\nXI\n%FF00\n'],
  ])('is refused with %s', async (_, program) => {
    await expectRefused(convert(old(program), 'ai', 'png'), 'UNREADABLE_FILE', 'old Illustrator');
  });
});

describe('PostScript that is truncated between two operators', () => {
  const three = (...pages: string[]) => `%!PS-Adobe-3.0\n%%Pages: 3\n${pages.join('')}`;
  const page = `${COMMENTS}page\n`;
  const drawn = `${WORDS} showpage\n`;

  it.each([
    ['eps', eps(`${RED}\n${COMMENTS}`), 7],
    [
      'ps',
      Buffer.from(three(`/page { ${WORDS} showpage } def\n`, page, page, page, '%%EOF\n')),
      'page\n%%EOF\n'.length,
    ],
    ['ps', Buffer.from(three(drawn, drawn, drawn)), drawn.length],
    // What may be the last line of an EPS file.
    ...['[/Title (a) /DOCINFO pdfmark\r\n', '%AI9_PrivateDataEnd\r\n', 'gsave grestore end\n'].map((last) => {
      const whole = eps(`1 dict begin ${RED}`).subarray(0, -6);
      return ['eps', Buffer.concat([whole, Buffer.from(COMMENTS + last)]), 5] as const;
    }),
  ] as const)('as %s is refused, and drawn when complete (%#)', async (source, content, end) => {
    expect(await outcome(content, source)).toBe('none');
    expect(await outcome(content.subarray(0, -end), source)).toBe('UNREADABLE_FILE');
  });

  it('as eps of DOS is refused where it ends before its section does', async () => {
    const longer = Buffer.from(DOS);
    longer.writeUInt32LE(DOS.length, 8);
    expect(await outcome(longer, 'eps')).toBe('UNREADABLE_FILE');
  });
});

describe('hostile PostScript', { timeout: 300_000 }, () => {
  it.each([
    ['an empty file', ''],
    ['no page', '1 1 add pop'],
    ['a page that ends in an error', `${RED} (a) 1 add showpage`],
    ['a truncated procedure', `${RED} /a { 1 2 showpage`],
    ['a file that is read', '(/etc/passwd) (r) file 100 string readstring pop show showpage'],
    ['a file that is written', '(/tmp/ghost) (w) file (a) writestring showpage'],
    ['a program', '(%pipe%id) (r) file pop showpage'],
    ['a program as the target', '<< /OutputFile (%pipe%id) >> setpagedevice showpage'],
    ['a file that is removed', '(/tmp/ghost) deletefile showpage'],
    ['a file that is run', '(/etc/hostname) run showpage'],
    ['a loop without end', '{} loop', 'TOO_COMPLEX'],
    ['memory without end', '[ { 60000 string } loop', 'TOO_COMPLEX'],
  ])('with %s is refused', async (_, program, code = 'UNREADABLE_FILE') => {
    expect(await outcome(ps(program), 'ps', 'pdf', briefly(ghostscript))).toBe(code);
  });

  it.each([
    [RED, '0 0 10000000 10000000'],
    [`${RED}\n%%BoundingBox: 0 0 10000000 10000000`, '(atend)'],
  ])('with a huge page is not drawn', async (program, box) =>
    expect(await outcome(eps(program, box), 'eps', 'png')).toMatch(/TOO_COMPLEX|UNREADABLE_FILE/),
  );

  it.each([' ', '1', '1 ', '%%BoundingBox: 1 1 1 1\r'])('with a megabyte of %j as its box is drawn', async (token) => {
    const trailer = `%%BoundingBox: ${token.repeat(1e6 / token.length)}`;
    expect(await outcome(eps(`${RED}\n${trailer}`, '(atend)'), 'eps')).toBe('none');
  });
});
