const TAG = /<font([^<>\n]{0,200})>|<\/font>/g;
const COLOUR = / color="[^"]{0,30}"/;

/** Removes typefaces and sizes from SubRip, which ffmpeg writes for each line of SubStation, in units of its screen. Colours stay. */
export function dropFontSizes(text: string): string {
  const kept: boolean[] = [];
  return text.replace(TAG, (tag, attributes?: string) => {
    if (attributes === undefined) return (kept.pop() ?? true) ? tag : '';
    const colour = COLOUR.exec(attributes)?.[0];
    kept.push(colour !== undefined);
    return colour === undefined ? '' : `<font${colour}>`;
  });
}

const TIMES = /^[\d:.]+ --> /;
/** What is no markup as ffmpeg writes it, and no entity. */
const SPECIAL = /<(?!\/?[biu]>)|&(?!(?:[a-z]{2,8}|#\d{1,7});)|(?<=--)>/gi;
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Escapes the special characters of WebVTT in cues, which ffmpeg does not: players would hide all text behind a "<". */
export function escapeVtt(text: string): string {
  return text
    .split('\n')
    .map((line) => (TIMES.test(line) ? line : line.replace(SPECIAL, (found) => ENTITIES[found] ?? found)))
    .join('\n');
}
