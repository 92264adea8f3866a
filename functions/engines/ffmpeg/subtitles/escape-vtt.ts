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
