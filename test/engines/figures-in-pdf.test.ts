import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { reflow } from '../../functions/engines/reflow.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { fixture } from '../pdfs/convert-pdf.ts';
import { handWritten, words } from '../pdfs/hand-written.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** A page with a chart of bars, a table whose rows begin with falling years, and letters with a raised and a lowered word. */
const PAGE = fixture('layouts/chart.pdf');
const WORDS = ['100 75 50 25 0', 'Arrivals', 'North', 'East', 'South', 'West', 'Boats', '90'];

let text = '';
let picture: Buffer | undefined;

beforeAll(async () => {
  const files = unzip((await convertBytes(reflow, PAGE, ['pdf', 'md'])).file);
  text = String(files.get('document.md'));
  picture = files.get('media/picture-001.png');
  expect(files.size).toBe(2);
});

it('a chart is one picture with its words, which describe it', async () => {
  const description = /!\[([^\]]*)\]\(media\/picture-001\.png\)\n\nFigure 1: Boats/.exec(text)?.[1];
  for (const words of WORDS) expect(description).toContain(words);
  expect(text.replace(/!\[.*\)/, '')).not.toMatch(/North|Boats \d|100/);
  const { width, height, channels } = await sharp(picture).metadata();
  expect(width / height).toBeCloseTo(2.1, 0);
  // The words at the axis are drawn: without them the left of the picture is white.
  const left = await sharp(picture)
    .extract({ left: 0, top: 0, width: Math.round(width / 16), height })
    .toBuffer();
  const { channels: shown } = await sharp(left).stats();
  expect(Math.min(...shown.slice(0, channels).map(({ min }) => min))).toBeLessThan(80);
});

it('a document describes the picture of a chart, and has its words nowhere else', async () => {
  const { file } = await convertWithOffice(PAGE, 'pdf', 'docx');
  const document = String(unzip(file).get('word/document.xml'));
  for (const words of WORDS) expect(/descr="([^"]*)"/.exec(document)?.[1]).toContain(words);
  expect(document).not.toMatch(/<w:t[^>]*>[^<]*(North|Boats \d)/);
});

it('rows that begin with falling years are a table, not a chart', () => {
  expect(text).toMatch(/\| 2024 \| 12 +\| 3\.5 \|[\s\S]*\| 2020 \| 40 +\| 7\.5 \|/);
});

it('a word lowered below a raised one stays in its line', () => {
  expect(text).toContain('We used the set D<sup>val</sup><sub>test</sub> for the evaluation.');
});

it('a diagram with a caption is one picture with its words, a program with one stays text', async () => {
  const files = unzip((await convertBytes(reflow, fixture('layouts/diagram.pdf'), ['pdf', 'md'])).file);
  const document = String(files.get('document.md'));
  const description = /!\[([^\]]+)\]\(media\/picture-001\.png\)\n\nFigure 2: How/.exec(document)?.[1];
  expect(description?.split(' ').sort()).toEqual(['Arrival', 'Mooring', 'Pilotage', 'rope', 'signal']);
  expect(document.match(/!\[[^\]]+\]/g)).toHaveLength(1);
  expect(document).toMatch(/for boat in boats:\s+if boat\.waits:\s+call\(pilot\)\s+moor\(boat\)\s+Figure 3: The same/);
});

it('a formula is a picture in a document, and text in Markdown, where what is beside a figure goes on', async () => {
  const [source, description] = [fixture('layouts/paper.pdf'), /descr="([^"]*∑[^"]*)"/];
  const document = unzip((await convertWithOffice(source, 'pdf', 'docx')).file).get('word/document.xml');
  expect(description.exec(String(document))?.[1]?.split(' ').sort().join('')).toBe('(1)+++2=Tabctu∑');
  const said = String((await convertBytes(reflow, source, ['pdf', 'md'], { options: { images: 'none' } })).file);
  for (const part of [
    'called pre- and',
    'Deep-Sea',
    'end-to-end',
    'which is wide where',
    '\n\n**Acc<sub>Cont</sub>**',
    '∑',
  ])
    expect(said).toContain(part);
});

/** A plan of forty rooms, each with its number; with stairs and round tables, or without. */
function plan(furnished: boolean): Buffer {
  const rooms = Array.from({ length: 40 }, (_, at) => {
    const [x, y] = [40 + 100 * (at % 5) + 7 * (at % 3), 60 + 85 * Math.floor(at / 5) + 5 * (at % 4)];
    const stairs = Array.from({ length: 5 }, (_, step) => `${x + 40 + 5 * step} ${y + 5} m ${x + 55} ${y + 50} l S`);
    const table = `${x + 5} ${y + 40} m ${x + 5} ${y + 60} ${x + 35} ${y + 60} ${x + 35} ${y + 40} c h S`;
    const drawn = [`${x} ${y} ${70 + (at % 4)} 65 re S`, ...(furnished ? [...stairs, table] : [])];
    return `${drawn.join('\n')}\n${words(`R${at}`, x + 4, y + 8, 7)}`;
  });
  return handWritten([{ width: 595, height: 842, content: `0 G 1 w\n${rooms.join('\n')}` }]);
}

it('a page that is a plan is one picture with its words, a form of as many fields is none', async () => {
  const [drawn, form] = await Promise.all(
    [true, false].map(async (furnished) => {
      const files = unzip((await convertWithOffice(plan(furnished), 'pdf', 'docx')).file);
      return String(files.get('word/document.xml'));
    }),
  );
  expect(drawn?.match(/<w:drawing>/g)).toHaveLength(1);
  expect(drawn).not.toMatch(/<w:tbl>|<w:t[^>]*>R/);
  for (const said of ['R0', 'R17', 'R39']) expect(/descr="([^"]*)"/.exec(drawn ?? '')?.[1]?.split(' ')).toContain(said);
  expect(form).toMatch(/<w:t[^>]*>R17/);
  const { file, format } = await convertBytes(reflow, plan(true), ['pdf', 'md']);
  expect([format, String(unzip(file).get('document.md'))]).toEqual(['zip', expect.stringMatching(/^!\[[^\]]*R17 /)]);
});

it('a stamp with words along its edge is a picture with them, on pages of no whole number of pixels too', async () => {
  const letters = [...'TOWN OF HARBOUR MARINA OFFICE'].map((letter, at) => {
    const angle = 2.6 - at * 0.2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [a, b] = [sin.toFixed(4), (-cos).toFixed(4)];
    const place = `${(470 + 27 * cos).toFixed(1)} ${(700 + 27 * sin).toFixed(1)}`;
    return `BT /F1 8 Tf ${a} ${b} ${(cos).toFixed(4)} ${a} ${place} Tm (${letter}) Tj ET`;
  });
  const circle = (r: number) => {
    const k = r * 0.5523;
    return `${470 + r} 700 m ${470 + r} ${700 + k} ${470 + k} ${700 + r} 470 ${700 + r} c ${470 - k} ${700 + r} ${470 - r} ${700 + k} ${470 - r} 700 c ${470 - r} ${700 - k} ${470 - k} ${700 - r} 470 ${700 - r} c ${470 + k} ${700 - r} ${470 + r} ${700 - k} ${470 + r} 700 c S`;
  };
  const text = Array.from({ length: 12 }, (_, at) =>
    words(`Row ${at} of a letter from the harbour`, 60, 740 - 16 * at, 11),
  );
  const content = ['1.5 w 0 0 0.6 RG', circle(40), circle(24), '0 0 0.6 rg', ...letters, ...text].join('\n');
  const pdf = handWritten([{ width: 595.2, height: 841.9, content }]);
  const files = unzip((await convertBytes(reflow, pdf, ['pdf', 'md'])).file);
  const said = String(files.get('document.md')).replace(/!\[[A-Z ]{30,}\]\([^)]*\)/, '');
  expect(
    said
      .replace(/\s+/g, ' ')
      .trim()
      .replaceAll(/Row \d+ of a letter from the harbour ?/g, ''),
  ).toBe('');
  // Between the circles is white without the letters.
  const { width = 0, height = 0 } = await sharp(files.get('media/picture-001.png')).metadata();
  const [at, size] = [Math.round((width / 2) * (1 - 31 / 40)), Math.round(width / 12)];
  const strip = await sharp(files.get('media/picture-001.png'))
    .extract({ left: at, top: Math.round(height / 3), width: size, height: Math.round(height / 3) })
    .toBuffer();
  expect(Math.min(...(await sharp(strip).stats()).channels.slice(0, 2).map(({ min }) => min))).toBeLessThan(120);
});
