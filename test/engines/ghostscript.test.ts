import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ghostscript } from '../../functions/engines/ghostscript.ts';
import { askPoppler } from '../pdfs/ask-poppler.ts';
import { briefly, convertContent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();

const eps = (program: string, box = '100 100 300 200') =>
  Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: ${box}\n%%EndComments\n${program}\n%%EOF\n`);
const ps = (program: string) => Buffer.from(`%!PS-Adobe-3.0\n${program}\n`);
const RED = '1 0 0 setrgbcolor 100 100 100 100 rectfill 0 0 1 setrgbcolor 200 100 100 100 rectfill';
const WORDS = '/Helvetica findfont 24 scalefont setfont 120 140 moveto (A word) show';

const convert = (content: Buffer, source: FormatName, target: FormatName, options = {}, engine = ghostscript) =>
  convertContent(engine, place, content, [source, target], { options });
const failure = (content: Buffer, source: FormatName = 'ps', target: FormatName = 'pdf', engine = ghostscript) =>
  convert(content, source, target, {}, engine).then(
    ({ path }) => `made ${readFileSync(path).length} bytes`,
    ({ code }: { code: string }) => code,
  );

describe('eps', () => {
  it('becomes a PDF of its box, with its text', async () => {
    const { path } = await convert(eps(`${RED} 0 setgray ${WORDS}`), 'eps', 'pdf');
    expect(await askPoppler('pdfinfo', [], path)).toMatch(/Page size: +200 x 100 pts/);
    await askPoppler('pdftotext', [], path);
    expect(readFileSync(path.replace(/pdf$/, 'txt'), 'utf8')).toContain('A word');
  });

  it.each(['png', 'jpg', 'webp', 'svg', 'tiff', 'gif', 'avif'] as const)('becomes %s', async (target) => {
    const { path } = await convert(eps(RED), 'eps', target);
    const { data, info } = await sharp(readFileSync(path)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info.width / info.height).toBeCloseTo(2, 1);
    const at = (part: number) => 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width * part));
    expect([data[at(0.25)], data[at(0.75) + 2]]).toEqual([expect.toSatisfy(strong), expect.toSatisfy(strong)]);
    expect(data[at(0.75)]).toBeLessThan(60);
  });
  const strong = (level: number) => level > 200;

  it.each([
    ['(atend)', '%%BoundingBox: 0 0 9 9\r%%BoundingBox: 100 100 300 200'],
    ['(atend)', '%%HiResBoundingBox: 100.0 100 300 200.00\r\n%%BoundingBox: 99 99 301 201'],
    ['100 100 300 200', '%%BoundingBox: 0 0 500 500'],
  ])('whose header has the box %s and its trailer %j is cropped to it', async (box, trailer) => {
    const { path } = await convert(eps(`${RED}\n%%Trailer\n${trailer}`, box), 'eps', 'png', { dpi: 72 });
    const { data, info } = await sharp(readFileSync(path)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 200, height: 100 });
    const at = (x: number, y: number) => [...data.subarray(3 * (y * 200 + x), 3 * (y * 200 + x) + 3)];
    for (const y of [1, 98]) expect([at(1, y), at(98, y)]).toEqual(Array(2).fill([255, 0, 0]));
    for (const y of [1, 98]) expect([at(101, y), at(198, y)]).toEqual(Array(2).fill([0, 0, 255]));
  });

  it('of DOS, with a binary header and a preview, is drawn', async () => {
    const [header, body] = [Buffer.alloc(30), eps(RED)];
    header.writeUInt32BE(0xc5d0d3c6);
    header.writeUInt32LE(30, 4);
    header.writeUInt32LE(body.length, 8);
    header.writeUInt16LE(0xffff, 28);
    expect(await detectFormat(Buffer.concat([header, body]), 'a.eps')).toBe('eps');
    expect((await convert(Buffer.concat([header, body]), 'eps', 'pdf')).format).toBe('pdf');
  });
});

describe('ps', () => {
  it('becomes a picture for each page, of those that are chosen', async () => {
    const pages = ps([1, 2, 3].map((page) => `${WORDS} (${page}) show showpage`).join('\n'));
    expect((await convert(pages, 'ps', 'png')).format).toBe('zip');
    expect((await convert(pages, 'ps', 'png', { pages: '2' })).format).toBe('png');
  });
});

describe('ai', () => {
  const pdf = async (program: string) => readFileSync((await convert(eps(program), 'eps', 'pdf')).path);
  const named = async (program: string) => Buffer.concat([await pdf(program), Buffer.from('\n% Adobe Illustrator\n')]);

  it('is detected by its name and by what Illustrator wrote', async () => {
    expect(await detectFormat(await named(RED), 'a.ai')).toBe('ai');
    expect(await detectFormat(await named(RED), 'a.pdf')).toBe('pdf');
    expect(await detectFormat(await pdf(RED), 'a.ai')).toBe('pdf');
    expect(await detectFormat(eps(`%%Creator: Adobe Illustrator\n${RED}`), 'a.ai')).toBe('ai');
    expect(await detectFormat(eps(RED), 'a.ai')).toBe('eps');
    expect(await detectFormat(ps(RED), 'a.txt')).toBe('ps');
  });

  it('with a PDF in it, or PostScript, is drawn; without the drawing it is refused', async () => {
    const source = await pdf(RED);
    expect(readFileSync((await convert(source, 'ai', 'pdf')).path)).toEqual(source);
    expect((await convert(eps(RED), 'ai', 'png')).format).toBe('png');
    const absent = await pdf(
      '/Helvetica findfont 9 scalefont setfont 110 140 moveto (This file was saved without PDF Content.) show',
    );
    expect(await failure(absent, 'ai', 'png')).toBe('UNREADABLE_FILE');
  });
});

describe('PostScript that is truncated between two operators', () => {
  const [head, ...parts] = [
    `%!PS-Adobe-3.0\n%%Pages: 3\n`,
    ...[1, 2, 3].map(() => `${'% a comment\n'.repeat(500)}page\n`),
  ];
  const whole = `${head}/page { ${WORDS} showpage } def\n${parts.join('')}%%EOF\n`;

  it.each([
    ['eps', eps(`${RED}\n${'% a comment\n'.repeat(500)}`), -7],
    ['ps', Buffer.from(whole), -'page\n%%EOF\n'.length],
    ['ps', Buffer.from(`${head}${`${WORDS} showpage\n`.repeat(3)}`), -`${WORDS} showpage\n`.length],
  ] as const)('as %s is refused, and drawn when complete', async (source, content, end) => {
    expect(await failure(content, source)).toMatch(/made/);
    expect(await failure(content.subarray(0, end), source)).toBe('UNREADABLE_FILE');
  });

  it.each(['[/Title (a) /DOCINFO pdfmark\r\n', '%AI9_PrivateDataEnd\r\n', 'gsave grestore end\n'])(
    'as eps that ends with %j is complete',
    async (last) => {
      const content = Buffer.from(`${eps(`1 dict begin ${RED}`).subarray(0, -6)}${'% a comment\n'.repeat(500)}${last}`);
      expect(await failure(content, 'eps')).toMatch(/made/);
      expect(await failure(content.subarray(0, -5), 'eps')).toBe('UNREADABLE_FILE');
    },
  );

  it('as eps of DOS is refused where it ends before its section does', async () => {
    const [header, body] = [Buffer.alloc(30), eps(RED)];
    header.writeUInt32BE(0xc5d0d3c6);
    header.writeUInt32LE(30, 4);
    header.writeUInt32LE(body.length + 9, 8);
    expect(await failure(Buffer.concat([header, body]), 'eps')).toBe('UNREADABLE_FILE');
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
  ])('with %s is refused', async (_, program) => expect(await failure(ps(program))).toBe('UNREADABLE_FILE'));

  it.each([
    ['a loop without end', '{} loop'],
    ['memory without end', '[ { 60000 string } loop'],
  ])('with %s is too complex', async (_, program) =>
    expect(await failure(ps(program), 'ps', 'pdf', briefly(ghostscript))).toBe('TOO_COMPLEX'),
  );

  it.each([
    [RED, '0 0 10000000 10000000'],
    [`${RED}\n%%BoundingBox: 0 0 10000000 10000000`, '(atend)'],
  ])('with a huge page is not drawn', async (program, box) =>
    expect(await failure(eps(program, box), 'eps', 'png')).toMatch(/TOO_COMPLEX|UNREADABLE_FILE/),
  );

  it.each([' ', '1', '1 ', '%%BoundingBox: 1 1 1 1\r'])('with a megabyte of %j as its box is drawn', async (token) => {
    const trailer = `%%BoundingBox: ${token.repeat(1e6 / token.length)}`;
    expect(await failure(eps(`${RED}\n${trailer}`, '(atend)'), 'eps')).toMatch(/made/);
  });

  it('with a megabyte of one token is no fault of the engine', async () => {
    for (const token of ['(', '{', '<', 'a', '%', '[ '])
      expect(await failure(ps(token.repeat(1e6)))).not.toMatch(/ENGINE/);
  });
});
