import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';

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

function configuration(fonts: string, cache: string): string {
  const aliases = Object.entries({
    'sans-serif': 'DejaVu Sans',
    serif: 'DejaVu Serif',
    monospace: 'DejaVu Sans Mono',
    cursive: 'DejaVu Sans',
    fantasy: 'DejaVu Sans',
    'system-ui': 'DejaVu Sans',
    Arial: 'DejaVu Sans',
    Helvetica: 'DejaVu Sans',
    Verdana: 'DejaVu Sans',
    'Times New Roman': 'DejaVu Serif',
    Times: 'DejaVu Serif',
    Georgia: 'DejaVu Serif',
    'Courier New': 'DejaVu Sans Mono',
    Courier: 'DejaVu Sans Mono',
  });
  const alias = ([family, ours]: [string, string]) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${ours}</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<fontconfig>
<dir>${escapeXml(fonts)}</dir>
<cachedir>${escapeXml(cache)}</cachedir>
${aliases.map(alias).join('\n')}
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
