import { spawnSync } from 'node:child_process';

/** Programs that are compared with, as they are on the PATH: how each tells its version, and what brings it to Debian. */
const TOOLS = {
  soffice: {
    ask: ['--version'],
    bring: 'apt-get install libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui',
  },
  unoserver: {
    ask: ['--version'],
    bring:
      'apt-get install python3-uno python3-pip && /usr/bin/python3 -m pip install --break-system-packages unoserver',
  },
  'heif-convert': { ask: ['--help'], bring: 'apt-get install libheif-examples' },
  'heif-enc': { ask: ['--help'], bring: 'apt-get install libheif-examples' },
  avifdec: { ask: ['--version'], bring: 'apt-get install libavif-bin' },
  ffmpeg: { ask: ['-version'], bring: 'apt-get install ffmpeg' },
} as const satisfies Record<string, { ask: readonly string[]; bring: string }>;

export type Tool = keyof typeof TOOLS;

/** The first line with a number that a tool says of its version; nothing where it is not on the machine. */
function versionOf(tool: Tool): string | undefined {
  const { error, stdout, stderr } = spawnSync(tool, TOOLS[tool].ask, { encoding: 'utf8' });
  if (error) return undefined;
  return `${stdout}\n${stderr}`
    .split('\n')
    .find((line) => /\d/.test(line))
    ?.replace(/ Copyright.*| \(dav1d.*|\(Build.*|^Version: */g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/^(?!.*[a-z]{3}.*\d)/, `${tool} `)
    .trim();
}

/** Whether a tool is on the machine. */
export function isThere(tool: Tool): boolean {
  return versionOf(tool) !== undefined;
}

/** Lines that say which tools took part, in which version, and how those come to the machine that did not. */
export function describeTools(tools: readonly Tool[]): string {
  const found = tools.flatMap((tool) => versionOf(tool) ?? []);
  const lines = tools
    .filter((tool) => !isThere(tool))
    .map((tool) => `MISSING: ${tool}, not compared with. \`${TOOLS[tool].bring}\` brings it.`);
  return [...(found.length > 0 ? [`Compared with: ${found.join('; ')}.`] : []), ...lines].join('\n');
}
