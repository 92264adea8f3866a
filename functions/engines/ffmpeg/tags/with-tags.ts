import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Inspected } from '../checking/check-result.ts';
import type { AudioTarget } from '../planning/audio-targets.ts';
import { coverOf } from '../planning/plan-audio.ts';
import { encode } from '../running/encode.ts';
import { tagsOf } from '../running/run-plan.ts';
import type { MediaJob } from '../running/tool.ts';
import { decodeTags } from './decode-tags.ts';
import { readTags } from './read-tags.ts';
import { coverComment } from './xiph-comments.ts';

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
