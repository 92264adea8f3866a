import { readFile } from 'node:fs/promises';
import type { FormatName } from '../../../conversion/formats.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl } from '../../read/chunks.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { MediaJob } from '../running/tool.ts';
import { headersOf } from './animation-size.ts';

/** The loop count of an animation that does not end. */
export const FOR_EVER = 0;

/** The loop count that the source of a job states; 0 is for ever, also where the file states none. */
export async function loopCountOf({
  sourcePath,
  sourceFormat,
}: Pick<MediaJob, 'sourcePath' | 'sourceFormat'>): Promise<number> {
  return (await LOOP_COUNTS[sourceFormat]?.(sourcePath)) ?? FOR_EVER;
}

const LOOP_COUNTS: Partial<Record<FormatName, (path: string) => Promise<number>>> = {
  gif: async (path) => (await headersOf(path)).loop ?? FOR_EVER,
  apng: async (path) => apngLoopCount(await readFile(path)),
};

function apngLoopCount(file: Buffer): number {
  return animationControl(ByteReader.of(file, unreadable))?.loopCount ?? FOR_EVER;
}
