/** Overrides of SubRip and SubStation, and one that puts a line at the top of the screen. */
const BLOCK = /\{[^{}\n]*\}/g;
const AT_TOP = /\\an[789]/;
/** A character for private use, which no font draws. */
const MARK = '\ue008';
const TIMES = /^[\d:.]+ --> [\d:.]+/;

/** Marks the lines at the top, so that ffmpeg, which leaves out their place in WebVTT, hands the mark over. */
export function markTop(text: string): string {
  return text.replace(BLOCK, (block) => (AT_TOP.test(block) ? block + MARK : block));
}

/** Puts the marked cues of WebVTT at the top. */
export function placeCues(text: string): string {
  if (!text.includes(MARK)) return text;
  const lines = text.split('\n');
  let times = 0;
  for (const [index, line] of lines.entries()) {
    if (TIMES.test(line)) times = index;
    if (!line.includes(MARK)) continue;
    lines[index] = line.replaceAll(MARK, '');
    if (!lines[times]?.endsWith(' line:0')) lines[times] += ' line:0';
  }
  return lines.join('\n');
}
