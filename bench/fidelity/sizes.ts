import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { QUALITIES, type Quality } from '../../functions/conversion/quality.ts';
import { ENCODINGS } from '../../functions/engines/sharp/writing/encodings.ts';
import { table } from '../measure.ts';
import { benchPdfSizes } from './pdf-sizes.ts';
import { sizePictures } from './size-pictures.ts';
import { ssimOf } from './ssim.ts';

/** How many qualities of a reference make its curve. */
const POINTS = 9;

/** How much of a picture is left, and in how many bytes. */
interface Size {
  readonly ssim: number;
  readonly bytes: number;
}

/** An encoder to compare with, from Debian's packages of its own: where it lies is for whoever measures to say. */
interface Reference {
  readonly format: 'jpg' | 'webp' | 'avif';
  readonly name: string;
  readonly program: string;
  readonly qualities: readonly [number, number];
  readonly args: (quality: number, full: boolean, from: string, to: string) => readonly string[];
}

const REFERENCES: readonly Reference[] = [
  {
    format: 'jpg',
    name: 'cjpeg -optimize -progressive',
    program: process.env.CJPEG ?? 'cjpeg',
    qualities: [30, 96],
    args: (quality, full, from, to) => [
      '-quality',
      `${quality}`,
      '-optimize',
      '-progressive',
      '-sample',
      full ? '1x1' : '2x2',
      '-outfile',
      to,
      `${from}.ppm`,
    ],
  },
  {
    format: 'webp',
    name: 'cwebp',
    program: process.env.CWEBP ?? 'cwebp',
    qualities: [20, 99],
    args: (quality, _, from, to) => ['-quiet', '-q', `${quality}`, `${from}.png`, '-o', to],
  },
  {
    format: 'avif',
    name: 'avifenc',
    program: process.env.AVIFENC ?? 'avifenc',
    qualities: [15, 63],
    args: (quality, full, from, to) => [
      '--min',
      `${63 - quality}`,
      '--max',
      `${63 - quality}`,
      '-y',
      full ? '444' : '420',
      `${from}.png`,
      to,
    ],
  },
];

/** Bytes of jpg, webp and avif at each quality, over those of reference encoders at the same SSIM; and those of PDF files. */
export async function benchSizes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sizes-'));
  // It would take a file that was written anew for the one before.
  sharp.cache(false);
  try {
    const rows = [];
    for (const [name, png] of Object.entries(await sizePictures())) {
      const from = join(folder, name.replaceAll(' ', '-'));
      await writeSource(png, from);
      for (const reference of REFERENCES)
        for (const quality of QUALITIES) rows.push([name, ...(await compare(reference, quality, from))]);
    }
    const head = ['picture', 'format', 'quality', 'SSIM', 'bytes', 'against', 'ratio (goal 1.00)'];
    return `${table(head, rows)}\n\n${await benchPdfSizes(folder)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeSource(png: Buffer, from: string): Promise<void> {
  writeFileSync(`${from}.png`, png);
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  writeFileSync(`${from}.ppm`, Buffer.concat([Buffer.from(`P6\n${info.width} ${info.height}\n255\n`), data]));
}

async function compare(reference: Reference, quality: Quality, from: string): Promise<(string | number)[]> {
  const { format, name } = reference;
  const ours = `${from}.${format}`;
  const image = sharp(`${from}.png`);
  const metadata = await image.metadata();
  const traits = { metadata, hasAlpha: false, pixels: metadata.width * metadata.height };
  await ENCODINGS[format](image, traits, quality).toFile(ours);
  const size = await sizeOf(ours, from);
  const theirs = bytesAt(await curveOf(reference, quality === 'high' && format !== 'webp', from), size.ssim);
  return [
    format,
    quality,
    size.ssim.toFixed(4),
    size.bytes,
    name,
    theirs ? (size.bytes / theirs).toFixed(2) : 'not here',
  ];
}

const curves = new Map<string, Promise<Size[]>>();

/** What a reference makes of a picture at some qualities; with as many colours as ours at the highest. */
function curveOf(reference: Reference, full: boolean, from: string): Promise<Size[]> {
  const key = `${from} ${reference.name} ${full}`;
  const known = curves.get(key) ?? drawCurve(reference, full, from);
  curves.set(key, known);
  return known;
}

async function drawCurve(
  { format, program, qualities, args }: Reference,
  full: boolean,
  from: string,
): Promise<Size[]> {
  const [low, high] = qualities;
  const sizes: Size[] = [];
  for (let point = 0; point < POINTS; point++) {
    const to = `${from}-reference.${format}`;
    const quality = Math.round(low + ((high - low) * point) / (POINTS - 1));
    const { error, status, stderr } = spawnSync(program, args(quality, full, from, to), { encoding: 'utf8' });
    if (error) return [];
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
    sizes.push(await sizeOf(to, from));
  }
  return sizes.sort((a, b) => a.ssim - b.ssim);
}

async function sizeOf(path: string, from: string): Promise<Size> {
  const decoded = `${path}.png`;
  await sharp(path).png({ compressionLevel: 1 }).toFile(decoded);
  return { ssim: ssimOf(`${from}.png`, decoded), bytes: statSync(path).size };
}

/** How many bytes a curve has at an SSIM, between its points as the logarithms of bytes and of what is lost. */
export function bytesAt(curve: readonly Size[], ssim: number): number | undefined {
  const upper = curve.find((size) => size.ssim >= ssim) ?? curve.at(-1);
  const lower = upper && curve[Math.max(0, curve.indexOf(upper) - 1)];
  if (!upper || !lower) return undefined;
  if (lower === upper) return upper.bytes;
  const lost = (value: number) => Math.log(1 - value);
  const share = (lost(ssim) - lost(lower.ssim)) / (lost(upper.ssim) - lost(lower.ssim));
  return lower.bytes ** (1 - share) * upper.bytes ** share;
}
