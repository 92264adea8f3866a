import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { escapeXml } from '../../entities.ts';

/**
 * Limits fontconfig to the fonts that are shipped with the service, so that subtitles look the same on every machine.
 * To be called before ffmpeg draws text.
 */
export function provideFonts(): void {
  if (process.env.FONTCONFIG_FILE) return;
  const fonts = join(layerFolder('resvg'), 'fonts');
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, configuration(fonts, join(folder, 'cache')));
  process.env.FONTCONFIG_FILE = file;
}

/** The configuration of fontconfig, which falls back to the font with the most glyphs. */
function configuration(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<fontconfig>
<dir>${escapeXml(fonts)}</dir>
<cachedir>${escapeXml(cache)}</cachedir>
<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>
`;
}
