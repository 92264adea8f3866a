import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSize } from '../../sharp/limits.ts';
import { animationOf, type Reader } from '../../sharp/picture.ts';
import { asStill, frameIndex } from '../../sharp/reading/choose-frame.ts';
import { unreadable } from '../checking/unreadable.ts';
import { LIMITS } from '../planning/limits.ts';
import { inspect } from '../reading/inspect.ts';
import { listPackets } from '../reading/measure.ts';
import { encode, STRICT } from '../running/encode.ts';
import { animationSize } from './animation-size.ts';

const CHANNELS = 4;

/** Reads all frames of an animated PNG with ffmpeg: sharp reads only the first. */
export const readFrames: Reader = async ({ path: sourcePath, folder, options: { frame } }) => [
  async () => {
    const files = { folder, sourcePath };
    const { source, media } = await inspect('apng', files, LIMITS.picturePixels);
    const [stream] = media.video;
    if (!stream) throw unreadable('no frames');
    const delay: number[] = [];
    await listPackets(source, files, ({ duration }) => delay.push(Math.round(duration * 1000)));
    const size = { width: stream.width, height: stream.height, channels: CHANNELS } as const;
    checkSize({ ...size, frames: delay.length });
    const wanted = frame === undefined ? undefined : frameIndex(frame, delay.length);
    const resultPath = join(folder, 'frames.rgba');
    const pixels = ['-map', `0:${stream.index}`, '-fps_mode', 'passthrough', '-pix_fmt', 'rgba', '-f', 'rawvideo'];
    await encode({ source, reading: STRICT, arguments: pixels, resultPath }, files);
    const frames = await readFile(resultPath);
    const bytes = size.width * size.height * CHANNELS;
    if (frames.length !== bytes * delay.length) throw unreadable(`${frames.length / bytes} of ${delay.length} frames`);
    if (wanted !== undefined)
      return asStill(await animationOf(frames.subarray(wanted * bytes, (wanted + 1) * bytes), size, {}));
    const { loopCount: loop } = await animationSize({ sourcePath, sourceFormat: 'apng' });
    return animationOf(frames, size, { delay, loop });
  },
];
