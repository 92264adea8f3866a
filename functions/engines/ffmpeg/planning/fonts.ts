import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { escapeXml } from '../../entities.ts';

/**
 * Makes subtitles be set in the fonts that are shipped with the service and in no other, so that every
 * machine gives the same picture. Has to be called before the first text is drawn.
 */
export function provideFonts(): void {
  if (process.env.FONTCONFIG_FILE) return;
  const fonts = join(layerFolder('resvg'), 'fonts');
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, configuration(fonts, join(folder, 'cache')));
  process.env.FONTCONFIG_FILE = file;
}

/** What a script names of other fonts is set in the one with the most letters. */
function configuration(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<fontconfig>
<dir>${escapeXml(fonts)}</dir>
<cachedir>${escapeXml(cache)}</cachedir>
<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>
`;
}
