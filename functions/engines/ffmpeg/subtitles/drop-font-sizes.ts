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
