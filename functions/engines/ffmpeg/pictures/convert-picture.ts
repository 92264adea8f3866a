import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from '../../../conversion/options.ts';
import { type EngineResult, hasFormat } from '../../engine.ts';
import { pageFiles, pageName } from '../../page-files.ts';
import { readHead } from '../../read-head.ts';
import { convertPicture as convertBySharp, convertToPages } from '../../sharp/convert-picture.ts';
import { onlyOrZip } from '../../zip-files.ts';
import { checkHeader, checkPixels } from '../checking/check-header.ts';
import { checkTruncation } from '../checking/check-truncation.ts';
import { splitOptions } from '../options/picture-options.ts';
import { hasAlpha, ON_WHITE } from '../planning/video-filters.ts';
import { probePicture, type StillPicture } from '../reading/probe-picture.ts';
import { openSource } from '../reading/source.ts';
import { encode, STRICT } from '../running/encode.ts';
import type { MediaJob } from '../running/tool.ts';
import {
  isLinear,
  isPictureSource,
  PICTURE_TARGETS,
  type PictureTarget,
  type PictureTargetName,
} from './picture-targets.ts';
import { stripJp2 } from './strip-jp2.ts';

const FROM_LINEAR =
  'zscale=transferin=linear:primariesin=bt709:matrixin=gbr:transfer=iec61966-2-1:primaries=bt709:matrix=gbr';
const FROM_WIDE =
  'format=gbrp|gbrap|gbrp16le|gbrap16le,zscale=transferin=iec61966-2-1:primariesin=bt2020:matrixin=gbr:transfer=iec61966-2-1:primaries=bt709:matrix=gbr';
/** OpenEXR has premultiplied alpha, other formats straight alpha. */
const UNPREMULTIPLY = 'unpremultiply=inplace=1';
const PREMULTIPLY = 'premultiply=inplace=1';
/** Floating-point grey becomes three planes, which keep values above white and are not mistaken for green. */
const GREY_FLOAT = 'grayf32';
const FROM_GREY = 'mergeplanes=0x000000:gbrpf32le';
/** JPEG 2000 has only full-range YCbCr, which ffmpeg does not know. */
const FULL_RANGE = 'scale=in_range=full:in_color_matrix=bt601';
/** Converts CMYK, which ffmpeg decodes as RGBA: each colour multiplied with black. */
const FROM_CMYK = 'format=gbrap,negate=negate_alpha=1,premultiply=inplace=1,format=gbrp';
/** Converts from the source's own bit depth: ffmpeg's own conversion to more bits makes white a little darker. */
const TO_LINEAR =
  'format=gbrp|gbrap|gbrp16le|gbrap16le,zscale=transferin=iec61966-2-1:primariesin=bt709:matrixin=gbr:transfer=linear:primaries=bt709:matrix=gbr';

/** PNG, the lossless format between ffmpeg and sharp where a conversion needs both. */
const INTERMEDIATE: PictureTarget = { encoder: 'png', alpha: true };

const SMALL = 65_536;

/**
 * Above so many pixels JPEG XL gets no more than effort 7. Measured with libjxl 0.11 on 12 megapixels: effort 8 takes 270 bytes a
 * pixel and five times as long as 7 does, for a file that is no smaller.
 */
const MANY_PIXELS = 4_000_000;

/** How many bytes are searched for the colour specification box of a JPEG 2000, and two of its values. */
const HEADERS = 4096;
const ENUMERATED = 1;
const CMYK = 12;

/**
 * Converts a still picture. Sharp decodes what it reads, as it applies orientation and colour profiles, and encodes what it
 * writes, at its own qualities.
 */
export async function convertPicture(job: MediaJob): Promise<EngineResult> {
  const { sourceFormat, targetFormat: target, folder, resultPath } = job;
  if (!isPictureSource(sourceFormat))
    return hasFormat(PICTURE_TARGETS, target) ? convertThroughPng(job, target) : convertBySharp(job);
  const isPlain = Object.keys(splitOptions(job.options).pixels).length === 0;
  if (hasFormat(PICTURE_TARGETS, target) && isPlain) {
    await convertStill(job, PICTURE_TARGETS[target]);
    return { path: resultPath, format: target };
  }
  const sourcePath = join(folder, 'between.png');
  await convertStill({ ...job, targetFormat: 'png', resultPath: sourcePath }, INTERMEDIATE);
  if (hasFormat(PICTURE_TARGETS, target)) return convertThroughPng({ ...job, sourcePath, sourceFormat: 'png' }, target);
  if (target === 'png' && job.quality !== 'low' && Object.keys(job.options).length === 0)
    return { path: sourcePath, format: 'png' };
  return convertBySharp({ ...job, sourcePath, sourceFormat: 'png' });
}

/** Converts what sharp reads to what ffmpeg writes; several pages become a zip of pictures. */
async function convertThroughPng(job: MediaJob, target: PictureTargetName): Promise<EngineResult> {
  const folder = await mkdtemp(join(job.folder, 'png-'));
  // The others hold no profile: without one, numbers of other colours would be taken for sRGB.
  const colours: Options = target === 'jxl' ? {} : { color: 'srgb' };
  const options = { ...colours, ...splitOptions(job.options).pixels };
  const pages = await convertToPages({ ...job, folder, targetFormat: 'png', quality: 'high', options });
  const files: string[] = [];
  for (const [index, sourcePath] of pages.entries()) {
    const resultPath = join(job.folder, pageName(index, target));
    await convertStill({ ...job, sourcePath, sourceFormat: 'png', resultPath }, PICTURE_TARGETS[target]);
    files.push(resultPath);
  }
  return onlyOrZip(pageFiles(files, target), target, job.folder);
}

async function convertStill(given: MediaJob, target: PictureTarget): Promise<void> {
  await checkTruncation(given.sourcePath, given.sourceFormat);
  await checkHeader(given.sourcePath, given.sourceFormat);
  const job = given.sourceFormat === 'jp2' ? await withoutMetadataBoxes(given) : given;
  const opened = await openSource(job.sourcePath, job.sourceFormat);
  const picture = await probePicture(opened, job);
  const source = await checkPixels(opened, job.sourceFormat, job);
  const linear = isLinear(job.sourceFormat);
  const cmyk = job.sourceFormat === 'jp2' && (await isCmyk(job.sourcePath));
  const filters = [
    ...(cmyk ? [FROM_CMYK] : []),
    ...(picture.pixelFormat.startsWith(GREY_FLOAT) ? [FROM_GREY] : []),
    ...(job.sourceFormat === 'exr' && hasAlpha(picture) ? [UNPREMULTIPLY] : []),
    ...(job.sourceFormat === 'jp2' && picture.pixelFormat.startsWith('yuv') ? [FULL_RANGE] : []),
    ...(!target.alpha && hasAlpha(picture) && !cmyk ? [ON_WHITE] : []),
    ...(linear && !target.linear ? [FROM_LINEAR] : []),
    ...(picture.isWide ? [FROM_WIDE] : []),
    ...(!linear && target.linear ? [TO_LINEAR] : []),
    ...(target === PICTURE_TARGETS.exr && hasAlpha(picture) ? [PREMULTIPLY] : []),
  ];
  await encode(
    {
      source,
      reading: STRICT,
      arguments: [
        ...['-frames:v', '1', '-c:v', target.encoder, ...settingsOf(target, job, picture)],
        ...(filters.length > 0 ? ['-filter:v', filters.join(',')] : []),
        ...['-f', 'image2', '-update', '1'],
      ],
      resultPath: job.resultPath,
    },
    job,
  );
  const { width, height } = await probePicture(await openSource(job.resultPath, job.targetFormat), job);
  if (width !== picture.width || height !== picture.height) throw new Error(`wrote ${width} x ${height}`);
}

async function withoutMetadataBoxes(job: MediaJob): Promise<MediaJob> {
  const stripped = await stripJp2(job.sourcePath);
  if (!stripped) return job;
  const sourcePath = join(job.folder, 'stripped.jp2');
  await writeFile(sourcePath, stripped);
  return { ...job, sourcePath };
}

/** The option values of an encoder. */
interface EncoderOptions {
  readonly image_quality?: number;
  readonly lossless?: boolean;
  readonly effort?: number;
}

/** The arguments that set the quality and the effort of an encoder. */
function settingsOf(
  { encoder, qualities }: PictureTarget,
  { quality, options }: MediaJob,
  { width, height }: StillPicture,
): string[] {
  const { image_quality: wanted, lossless, effort } = options as EncoderOptions;
  const isJp2 = encoder === 'libopenjpeg';
  // Losses are visible in a small picture.
  const usual = qualities?.[isJp2 && width * height < SMALL ? 'high' : quality];
  const kept = lossless ? 100 : (wanted ?? usual);
  // Each resolution level halves the sides: a small picture has room for few.
  const halvings = Math.floor(Math.log2(Math.min(width, height, 32))) + 1;
  return [
    ...(kept === undefined ? [] : (AMOUNTS[encoder]?.(kept) ?? [])),
    ...(effort === undefined ? [] : ['-effort', `${width * height > MANY_PIXELS ? Math.min(effort, 7) : effort}`]),
    ...(isJp2 ? ['-numresolution', String(halvings)] : []),
  ];
}

/** Whether the colour specification box of a JPEG 2000 says CMYK (ISO/IEC 15444-2, M.11.7.3). */
async function isCmyk(path: string): Promise<boolean> {
  const head = await readHead(path, HEADERS);
  const at = head.indexOf('colr');
  return at > 0 && at + 11 <= head.length && head[at + 4] === ENUMERATED && head.readUInt32BE(at + 7) === CMYK;
}

/** The compression ratio of JPEG 2000 at the lowest quality. */
const HIGHEST_RATIO = 60;

/** The arguments of each encoder for an image quality of 1 to 100. */
const AMOUNTS: Readonly<Record<string, (kept: number) => string[]>> = {
  libjxl: (kept) => ['-distance', `${distanceOf(kept)}`],
  libopenjpeg: (kept) => [
    '-compression_level',
    `${kept === 100 ? 0 : Math.round(HIGHEST_RATIO ** ((100 - kept) / 99))}`,
  ],
};

/** The Butteraugli distance for a JPEG-like quality, by libjxl's own formula. */
function distanceOf(kept: number): number {
  if (kept === 100) return 0;
  const distance = kept >= 30 ? 0.1 + (100 - kept) * 0.09 : (53 / 3000) * kept ** 2 - (23 / 20) * kept + 25;
  return Number(Math.min(15, distance).toFixed(2));
}
