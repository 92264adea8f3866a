import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidOption } from '../../../conversion/options.ts';
import { layerFolder } from '../../../sandbox/layer.ts';
import { escapeXml } from '../../entities.ts';
import type { Inspected } from '../checking/check-result.ts';
import { encode } from '../running/encode.ts';
import { FONTS_FILE, type MediaJob } from '../running/tool.ts';
import type { Cut } from './cut.ts';
import { mainStream } from './plan.ts';
import { TEXT_SUBTITLES } from './plan-video.ts';

/** The file that the filter reads, in ffmpeg's working folder. */
const FILE = 'burnt.ass';
/** A letter of a script that the shipped fonts lack. */
const OTHER_LETTERS =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * The filters that burn the text subtitles of a video in: its default track, or the first.
 * @throws ConversionError INVALID_OPTION when there are none, or none that can be drawn
 */
export async function burnFilters(
  { source, media }: Inspected,
  cut: Cut | undefined,
  job: MediaJob,
): Promise<string[]> {
  const stream = mainStream(media.subtitles.filter(({ codec }) => TEXT_SUBTITLES.includes(codec)));
  if (!stream) {
    const why = media.subtitles.length > 0 ? 'its subtitles are pictures, not text' : 'it has no subtitles';
    throw invalidOption(`The option "subtitles" cannot be "burn" for this file: ${why}.`);
  }
  const resultPath = join(job.folder, FILE);
  const settings = ['-map', `0:${stream.index}`, '-map_metadata', '-1', '-c:s', 'ass', '-f', 'ass'];
  await encode({ source, arguments: settings, resultPath }, job);
  const [letter] = OTHER_LETTERS.exec(await readFile(resultPath, 'utf8')) ?? [];
  if (letter)
    throw invalidOption(
      `The option "subtitles" cannot be "burn" for this file: no font here has letters such as ${letter}. Set it to "keep".`,
    );
  await writeFile(join(job.folder, FONTS_FILE), configuration(join(layerFolder('resvg'), 'fonts'), job.folder));
  const draw = `subtitles=filename=${FILE}`;
  // Subtitles have the timestamps of the source.
  const start = cut?.start.toFixed(6);
  return cut ? [`setpts=PTS+${start}/TB`, draw, `setpts=PTS-${start}/TB`] : [draw];
}

/**
 * The configuration of fontconfig: only the fonts that are shipped with the service, so that subtitles look the same on
 * every machine, and the one with the most glyphs for what the others lack.
 */
function configuration(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<fontconfig>
<dir>${escapeXml(fonts)}</dir>
<cachedir>${escapeXml(cache)}</cachedir>
<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>
`;
}
