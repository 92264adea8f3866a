import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Inspected } from '../checking/check-result.ts';
import type { AudioTarget } from '../planning/audio-targets.ts';
import { coverOf } from '../planning/plan-audio.ts';
import { encode } from '../running/encode.ts';
import { tagsOf } from '../running/run-plan.ts';
import type { MediaJob } from '../running/tool.ts';
import { decodeTags, readTags } from './decode-tags.ts';

type Tag = readonly [name: string, value: string];

/** Formats whose tags are often in an encoding that they do not state. */
const UNSTATED: readonly FormatName[] = ['mp3', 'mp2', 'aac', 'wav', 'aiff', 'avi'];
/** The largest cover that is kept in a comment. */
const LARGEST_COVER = 16 * 1024 * 1024;

/** Adds the tags that ffmpeg would leave out of the result, or leave in the wrong letters. */
export async function withTags(
  inspected: Inspected,
  job: MediaJob,
  { cover }: Pick<AudioTarget, 'cover'> = {},
): Promise<Inspected> {
  const unstated = UNSTATED.includes(job.sourceFormat);
  const picture = cover === 'comment' && job.options.cover !== false ? coverOf(inspected.media) : undefined;
  if (tagsOf(inspected, job) === undefined || !(unstated || picture)) return inspected;
  const tags: Tag[] = unstated ? Object.entries(decodeTags(await readTags(inspected.source, job))) : [];
  if (picture) {
    const path = join(job.folder, 'cover');
    const reading = ['-map', `0:${picture.index}`, '-c', 'copy', '-frames:v', '1', '-f', 'rawvideo'];
    await encode({ source: inspected.source, arguments: reading, resultPath: path }, job);
    const bytes = await readFile(path);
    if (bytes.length <= LARGEST_COVER) tags.push(coverComment(picture.codec, bytes));
  }
  if (tags.length === 0) return inspected;
  const tagFile = join(job.folder, 'tags.txt');
  const lines = tags.map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  await writeFile(tagFile, [';FFMETADATA1', ...lines, ''].join('\n'));
  return { ...inspected, tagFile };
}

function escaped(text: string): string {
  return text.replace(/[=;#\\\n]/g, '\\$&');
}

const FRONT_COVER = 3;
const COLOUR_BITS = 24;
const MEDIA_TYPES: Readonly<Record<string, string>> = { mjpeg: 'image/jpeg', png: 'image/png' };

/** A cover as a comment of Ogg: a picture block of FLAC in Base64. */
function coverComment(codec: string, picture: Buffer): [name: string, value: string] {
  const type = Buffer.from(MEDIA_TYPES[codec] ?? '', 'latin1');
  const [description, width, height, palette] = [0, 0, 0, 0];
  const numbers = [description, width, height, COLOUR_BITS, palette, picture.length].map(number);
  const block = [number(FRONT_COVER), number(type.length), type, ...numbers, picture];
  return ['METADATA_BLOCK_PICTURE', Buffer.concat(block).toString('base64')];
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
