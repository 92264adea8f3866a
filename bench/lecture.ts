import { join } from 'node:path';
import { runFfmpeg } from '../test/media/run-ffmpeg.ts';

/** A minute of a lecture: slides that change each half minute, and something that moves in a corner. */
const PICTURES = [
  'color=c=0xf0f0e8:size=1920x1080:rate=25:duration=60,drawgrid=w=240:h=135:t=2:c=0x303060,' +
    "drawbox=x=100:y=200:w=900:h=500:c=0x205080:t=fill:enable='gte(t,30)'[slides]",
  'testsrc2=size=480x360:rate=25[speaker]',
  '[slides][speaker]overlay=x=1400:y=680:shortest=1',
];
const CODECS = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '250', '-b:v', '140k', '-c:a', 'aac', '-b:a', '48k'];

/** Makes a video of 1080p as people have them, of which an hour has less than 100 MB: a minute, again and again. */
export async function makeLecture(folder: string, minutes: number): Promise<string> {
  const [minute, lecture] = [join(folder, 'minute.mkv'), join(folder, 'lecture.mkv')];
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=d=60:c=pink:a=0.1'];
  await runFfmpeg('ffmpeg', ...sound, '-filter_complex', PICTURES.join(';'), ...CODECS, '-t', '60', minute);
  await runFfmpeg('ffmpeg', '-stream_loop', String(minutes - 1), '-i', minute, '-c', 'copy', lecture);
  return lecture;
}
