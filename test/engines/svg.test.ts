import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Options } from '../../functions/conversion/options.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { papersOfPdf, textOfPdf } from '../documents/read-result.ts';
import { briefly, convertContent } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { photo } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();
const svg = (content: string, attributes = 'width="16" height="16"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
const drawingOf = (...references: readonly string[]) =>
  svg(references.map((reference) => `<image width="16" height="16" xlink:href="${reference}"/>`).join(''));
const red = sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } });

async function middleOf(source: Buffer): Promise<number[]> {
  const { path } = await convertContent(engine, place, source, ['svg', 'png']);
  const pixels = await sharp(readFileSync(path)).ensureAlpha().raw().toBuffer();
  return [...pixels.subarray((8 * 16 + 8) * 4, (8 * 16 + 8) * 4 + 4)];
}

it.each(['png', 'jpeg', 'gif', 'webp'] as const)('a picture of %s in a drawing is drawn', async (format) => {
  const bytes = (await red.clone().toFormat(format).toBuffer()).toString('base64');
  const lines = bytes.replace(/.{40}/g, '$&&#10;');
  for (const content of [bytes, lines]) {
    const [first = 0, ...others] = await middleOf(drawingOf(`data:image/${format};base64,${content}`));
    expect(first).toBeGreaterThan(250);
    expect(others).toEqual([expect.toBeOneOf([0, 1, 2]), expect.toBeOneOf([0, 1, 2]), 255]);
  }
});

it('a drawing with a picture that cannot be decoded is drawn without it', async () => {
  expect(await middleOf(drawingOf('data:image/webp;base64,AAAA', 'data:image/gif;base64,'))).toEqual([0, 0, 0, 0]);
});

it('a drawing with a picture that would be left out is refused', async () => {
  const avif = (await red.clone().avif().toBuffer()).toString('base64');
  await expectRefused(
    middleOf(drawingOf(`data:image/avif;base64,${avif}`)),
    'UNREADABLE_FILE',
    'only PNG, JPEG, GIF, WebP and SVG',
  );
});

it('a drawing without a size is not as large as the units of its view box', async () => {
  const drawing = svg('<path fill="red" d="M0 0h40000v10000H0z"/>', 'viewBox="0 0 40000 10000"');
  const { path } = await convertContent(engine, place, drawing, ['svg', 'png']);
  expect(await sharp(path).metadata()).toMatchObject({ width: 8192, height: 2048 });
});

it('a megabyte of truncated data URLs is rendered as nothing', async () => {
  const beginnings = 'data:image/webp;base64,'.repeat(45_000);
  expect(await middleOf(drawingOf(beginnings))).toEqual([0, 0, 0, 0]);
  expect(await middleOf(svg(`<desc>${beginnings}</desc>`))).toHaveLength(4);
});

const zigzag = Array.from({ length: 1_000_000 }, (_, at) => `${(at * 7919) % 1000} ${(at % 2) * 1000}`).join(' ');
const noise = svg(
  '<filter id="f"><feTurbulence baseFrequency=".5" numOctaves="2000000"/></filter><rect width="300" height="300" filter="url(#f)"/>',
  'width="300" height="300"',
);

it('a drawing of too many lines is ended when its processor time is over', async () => {
  const drawing = svg(`<path d="M0 0L${zigzag}"/>`, 'width="1000" height="1000"');
  expect(await codeOf(convertContent(briefly(engine, 1), place, drawing, ['svg', 'png']))).toBe('TOO_COMPLEX');
});

it('a small drawing with endless noise is given up in seconds', async () => {
  const conversion = convertContent(briefly(engine, 20), place, noise, ['svg', 'png']);
  await expectRefused(conversion, 'TOO_COMPLEX', /^The drawing/); // by the limit of the tool
});

const picture = (inside: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${inside}</svg>`)).png();
const LOGO =
  '<circle cx="120" cy="150" r="80" fill="#e33"/><path d="M220 60 380 150 220 240Z" fill="#2a6"/>' +
  '<path d="M180 10h40v40h-40z" fill="#124"/>';
const GRADIENT =
  '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>' +
  '<path d="M0 0h400v300H0z" fill="url(#g)"/>';

async function trace(picture: Buffer, options: Options = {}, format: 'png' | 'jpg' = 'png') {
  const { path } = await convertContent(engine, place, picture, [format, 'svg'], { options });
  const content = readFileSync(path);
  const text = content.toString();
  const fills = new Set([...text.matchAll(/fill="([^"]+)"/g)].map(([, fill]) => fill));
  return {
    content,
    root: text.slice(0, text.indexOf('>')),
    paths: text.split('<path').length - 1,
    subpaths: text.split(/[dzZ]\W*M/).length - 1,
    fills,
  };
}

/** How alike a picture and the drawing of it are on grey paper, in dB, as resvg draws it. */
async function likeness(png: Buffer, drawing: Buffer, options: Options = {}): Promise<number> {
  const drawn = await convertContent(engine, place, drawing, ['svg', 'png'], { options });
  const pixels = (of: Buffer) => sharp(of).flatten({ background: '#888' }).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([pixels(png), pixels(readFileSync(drawn.path))]);
  expect(b).toHaveLength(a.length);
  const sum = a.reduce((total, level, at) => total + (level - (b[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (sum / a.length));
}

it.each([
  ['on white', `<path d="M0 0h400v300H0z" fill="#fff"/>${LOGO}`],
  ['on nothing', LOGO],
  ['with a hole', '<path fill-rule="evenodd" d="M0 0h400v300H0zM180 140h40v20h-40z" fill="#36c"/>'],
])('a logo %s becomes a few paths that look like it', async (_, inside) => {
  const png = await picture(inside).toBuffer();
  const { content, root, paths } = await trace(png);
  expect(root).toContain('width="400" height="300"');
  expect(paths).toBeLessThanOrEqual(10);
  expect(content.length).toBeLessThan(5000);
  expect(await likeness(png, content)).toBeGreaterThan(30);
});

/** How alike a drawing and the tracing of its picture are at four times the size, in dB, as resvg draws both. */
async function likenessEnlarged(inside: string, tracing: Buffer): Promise<number> {
  const source = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${inside}</svg>`);
  const options = { width: 1600 };
  const { path } = await convertContent(engine, place, source, ['svg', 'png'], { options });
  return likeness(readFileSync(path), tracing, options);
}

describe('a drawing', () => {
  const encoded = async (inside: string, format: 'png' | 'jpg', quality: number) => {
    const png = await picture(inside).toBuffer();
    return format === 'png' ? png : sharp(png).jpeg({ quality }).toBuffer();
  };
  const inside = `<path d="M0 0h400v300H0z" fill="#fff"/>${LOGO}<path d="M20 280 380 240" stroke="#a0c" fill="none"/>`;

  it.each([
    ['png', 30],
    ['jpg', 27],
  ] as const)('has exact outlines, of its own colours only: %s', async (format, least) => {
    const { content, fills } = await trace(await encoded(inside, format, 60), {}, format);
    expect(await likenessEnlarged(inside, content)).toBeGreaterThan(least);
    expect(fills.size).toBeLessThanOrEqual(6);
  });

  it.each(['png', 'jpg'] as const)('keeps lines whole that are a pixel wide: %s', async (format) => {
    const lines = '<path d="M20 20 380 60M20 60 200 270M240 90 390 290" stroke="#000"/>';
    const circle = '<circle cx="90" cy="220" r="60" stroke="#000" fill="none"/>';
    const thin = `<path d="M0 0h400v300H0z" fill="#fff"/>${lines}${circle}`;
    const { content, subpaths } = await trace(await encoded(thin, format, 80), {}, format);
    // That of the paper, one of each line, and two of the circle, which are parted where a line crosses it.
    expect(subpaths).toBeLessThanOrEqual(12);
    expect(await likenessEnlarged(thin, content)).toBeGreaterThan(28);
  });

  it('keeps its corners', async () => {
    const square = '<path d="M50 50 200 20 230 170 80 200Z" fill="#c00"/>';
    const { content } = await trace(await picture(square).toBuffer());
    expect(content.toString().match(/d="([^"]+)"/)?.[1]).toMatch(/^M(?:[\d-]+ ?[\d-]+)(?:l[\d -]+){4}z$/);
    expect(await likenessEnlarged(square, content)).toBeGreaterThan(38);
  });
});

it('a gradient stays one, or becomes as many bands as colours are asked for', async () => {
  const png = await picture(GRADIENT).toBuffer();
  const [smooth, few] = [await trace(png), await trace(png, { colors: 4 })];
  expect([...smooth.fills].every((fill) => fill?.startsWith('url(#g'))).toBe(true);
  expect(await likeness(png, smooth.content)).toBeGreaterThan(42);
  expect([few.fills.size <= 4, [...few.fills].some((fill) => fill?.includes('url'))]).toEqual([true, false]);
  expect(await likeness(png, few.content)).toBeLessThan(30);
});

it('a gradient around a centre stays one', async () => {
  const round = 'gradientUnits="userSpaceOnUse" cx="160" cy="140" r="250"';
  const png = await picture(GRADIENT.replaceAll('linear', 'radial').replace('id="g"', `id="g" ${round}`)).toBuffer();
  const { content } = await trace(png);
  expect(content.toString()).toMatch(/<radialGradient [^>]*cx="1(?:59|60|61)\d" cy="1(?:39|40|41)\d"/);
  expect(await likeness(png, content)).toBeGreaterThan(38);
});

it('black and white traces dark areas in black', async () => {
  const { fills, subpaths } = await trace(await picture(LOGO).toBuffer(), { black_and_white: true });
  expect(fills).toEqual(new Set(['#000000']));
  // The green one is bright.
  expect(subpaths).toBe(2);
});
it.each([
  [400, 300, '<path d="M0 0h400v300H0z" fill="#fff"/>'],
  [2, 1, '<path d="M0 0h2v1H0z" fill="#00f"/><path d="M0 0h1v1H0z" fill="#f00"/>'],
  [5, 4, '<path d="M1 1h1v1H1zM3 2h1v1H3z" fill="#080"/>'],
])('a picture of %i x %i pixels and few colours is drawn as it is', async (width, height, inside) => {
  const png = await picture(inside).extract({ left: 0, top: 0, width, height }).toBuffer();
  const { content, root } = await trace(png);
  expect(root).toContain(`width="${width}" height="${height}"`);
  expect(await likeness(png, content)).toBeGreaterThan(40);
});

it('a large picture is traced with fewer pixels and keeps its size and orientation', async () => {
  const jpg = await sharp(await photo(1500, 1000))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { path } = await convertContent(engine, place, jpg, ['jpg', 'svg'], { options: { background: '#fff' } });
  expect(readFileSync(path, 'utf8')).toMatch(/^<svg [^>]*width="1000" height="1500" [^>]*viewBox="0 0 577 866">/);
});

it('noise is traced in time', { timeout: 120_000 }, async () => {
  const noise = { channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 90 } } as const;
  const png = await sharp({ create: { width: 400, height: 400, ...noise } })
    .png()
    .toBuffer();
  expect((await trace(png)).paths).toBeGreaterThan(1000);
});

it.each<[string, string, Options]>([
  ['nothing', '', {}],
  ['nothing', '', { black_and_white: true }],
  ['specks', '<path d="M9 9h1v1H9z"/>', {}],
])('a picture with %s in it is refused', async (what, inside, options) => {
  const words = what === 'specks' ? 'specks' : 'nothing to trace';
  await expectRefused(trace(await picture(inside).toBuffer(), options), 'UNREADABLE_FILE', words);
});

describe('a drawing that takes a browser', () => {
  const HTML = 'xmlns="http://www.w3.org/1999/xhtml"';
  const RED: readonly (readonly [string, Buffer])[] = [
    [
      'text in HTML',
      svg(`<foreignObject width="16" height="16"><div ${HTML} style="color:red">█████</div></foreignObject>`),
    ],
    ['a variable', svg('<style>:root{--a:red}</style><path style="fill:var(--a)" d="M0 0h16v16H0z"/>')],
    ['sizes in CSS', svg('<style>rect{width:16px;height:16px}</style><rect fill="red"/>')],
    [
      'a transform in CSS',
      svg('<style>path{transform:translate(16px)}</style><path fill="red" d="M-16 0h16v16h-16z"/>'),
    ],
    ['a new colour', svg('<path fill="rgb(255 0 0)" d="M0 0h16v16H0z"/>')],
    ['a pseudo-class', svg('<style>path:nth-child(2){fill:red}</style><path d="M0 0h16v16H0z"/>')],
  ];

  it.each(RED)('is handed over, and drawn: %s', async (_, drawing) => {
    await expectRefused(
      convertContent(engine, place, drawing, ['svg', 'png'], { handsOver: true }),
      'UNSUPPORTED_CONVERSION',
      'browser',
    );
    const { path } = await convertContent(chromium, place, drawing, ['svg', 'png'], { options: { width: 32 } });
    const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([32, 32]);
    const [red = 0, green, blue, alpha] = data.subarray((8 * 32 + 8) * 4);
    expect([red > 250, green, blue, alpha]).toEqual([true, 0, 0, 255]);
  });

  it('is transparent where nothing is drawn, and has the size that it states or that of its view box', async () => {
    for (const size of ['width="40" height="20"', 'viewBox="0 0 40 20"', 'width="40" viewBox="0 0 4 2"']) {
      const { path } = await convertContent(chromium, place, svg('<path d="M0 0h1v1H0z"/>', size), ['svg', 'png']);
      expect(await sharp(path).metadata(), size).toMatchObject({ width: 40, height: 20, hasAlpha: true });
      expect((await sharp(path).stats()).isOpaque).toBe(false);
    }
  });

  it('is printed with its words, on one page of its size, where no option is about pixels', async () => {
    const drawing = svg('<text x="20" y="60" font-size="40">Wort</text>', 'width="33.4mm" height="48mm"');
    const refused = (options: Options) =>
      codeOf(convertContent(engine, place, drawing, ['svg', 'pdf'], { handsOver: true, options }));
    expect([await refused({}), await refused({ width: 100 })]).toEqual(['UNSUPPORTED_CONVERSION', 'none']);
    const { path } = await convertContent(chromium, place, drawing, ['svg', 'pdf']);
    expect([papersOfPdf(readFileSync(path)), textOfPdf(readFileSync(path)).trim()]).toEqual([['33x48'], 'Wort']);
  });

  it('runs no scripts, loads nothing, and is refused where it is none', async () => {
    const drawing = svg(
      '<script>document.documentElement.style.background="red"</script><image href="http://job.invalid/" width="9" height="9"/>',
    );
    const { path } = await convertContent(chromium, place, drawing, ['svg', 'png']);
    expect([...(await sharp(path).ensureAlpha().raw().toBuffer()).subarray(-4)]).toEqual([0, 0, 0, 0]);
    await expectRefused(convertContent(chromium, place, svg('<g>'), ['svg', 'pdf']), 'UNREADABLE_FILE', 'drawing');
  });
});
