import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type OutputInfo } from 'sharp';
import { ENCODINGS } from '../../functions/engines/sharp/writing/encodings.ts';
import { table } from '../measure.ts';
import { startService } from '../running-service.ts';
import { asRatio, asSizes, asTime, byTurns, type Measured, type Task } from './by-turns.ts';
import { postToBytes } from './http-client.ts';
import { heicOf, photo } from './sources.ts';
import { describeTools, isThere } from './tools.ts';

/** The quality of the service's medium JPEG. */
const QUALITY = '82';
const run = promisify(execFile);
const head = ['12 megapixels', 'this service', 'peer', 'ratio (goal 1.30)', 'MB of result'];

/** HEIC and AVIF to jpg, POST to bytes, against the tools of libheif and libavif. The goal of HEIC is below a second, too. */
export async function benchPhonePictures(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-phone-'));
  const service = await startService();
  try {
    const picture = await photo();
    writeFileSync(join(folder, 'photo.jpg'), picture);
    const heic = await compareHeic(service.origin, folder);
    const avif = await compareAvif(service.origin, folder, picture);
    const tools = describeTools(['heif-convert', 'heif-enc', 'avifdec']);
    return `${table(head, [...heic, ...avif])}\n\n${tools} The encoder: sharp ${sharp.versions.sharp}.`;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareHeic(origin: string, folder: string) {
  if (!isThere('heif-enc')) return [['heic to jpg', 'missing', 'missing', 'missing', '']];
  const content = heicOf(join(folder, 'photo.jpg'), folder);
  const theirs = tool(folder, 'heif-convert', ['-q', QUALITY, join(folder, 'photo.heic')]);
  const { ours, peer } = await byTurns({
    ours: postToBytes(origin, { filename: 'photo.heic', content, target: 'jpg' }),
    peer: theirs,
  });
  return [row(`heic, ${megabytes(content)} MB, to jpg, heif-convert`, ours, peer)];
}

/** Against avifdec, which writes a JPEG by itself, and against its decoding alone with the service's own encoder after it. */
async function compareAvif(origin: string, folder: string, picture: Buffer) {
  const content = await sharp(picture).avif({ quality: 60, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer();
  const path = join(folder, 'photo.avif');
  writeFileSync(path, content);
  const there = isThere('avifdec');
  const decode = tool(folder, 'avifdec', ['-j', 'all', path], 'y4m');
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { ours, alone, sum } = await byTurns({
    ours: postToBytes(origin, { filename: 'photo.avif', content, target: 'jpg' }),
    ...(there && { alone: tool(folder, 'avifdec', ['-j', 'all', '-q', QUALITY, path]) }),
    ...(there && {
      sum: async () => {
        await decode();
        return encode(pixels);
      },
    }),
  });
  const name = `avif, ${megabytes(content)} MB, to jpg`;
  return [
    row(`${name}, avifdec and the service's encoder`, ours, sum),
    row(`${name}, avifdec alone, its own encoder`, ours, alone),
  ];
}

async function encode({ data, info }: { data: Buffer; info: OutputInfo }): Promise<Buffer> {
  const { width, height } = info;
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const traits = { hasAlpha: false, pixels: width * height, metadata: await picture.metadata() };
  return ENCODINGS.jpg(picture, traits, 'medium').toBuffer();
}

/** A tool that is given options, a source and the path of its result. */
function tool(folder: string, program: string, args: readonly string[], extension = 'jpg'): Task {
  const result = join(folder, `result.${extension}`);
  return async () => {
    await run(program, [...args, result]);
    return readFileSync(result);
  };
}

const megabytes = (content: Uint8Array) => (content.length / 1e6).toFixed(1);

function row(name: string, ours?: Measured, theirs?: Measured): string[] {
  return [name, asTime(ours), asTime(theirs), asRatio(ours?.time, theirs?.time), asSizes([ours, theirs], 1e6)];
}
