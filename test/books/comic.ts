import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Comic } from '../../functions/engines/comics/comic-formats.ts';
import { layerProgram } from '../../functions/sandbox/layer.ts';
import { rar } from '../archives/hand-made.ts';
import { zip } from '../documents/package.ts';

/** Files of a comic book, by their names. */
export type ComicFiles = Readonly<Record<string, Buffer>>;

/** A page of one colour. */
export function colouredPage(background: string, format: 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif' = 'jpeg') {
  return sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A comic book of some files, in any of the formats. */
export async function comic(kind: Comic, files: ComicFiles): Promise<Buffer> {
  if (kind === 'cbz') return zip(files);
  if (kind === 'cbr') return rar(Object.entries(files).map(([name, content]) => ({ name, content })));
  const folder = mkdtempSync(join(tmpdir(), 'comic-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'in', name)), { recursive: true });
    writeFileSync(join(folder, 'in', name), content);
  }
  const [loader, ...args] = layerProgram('bsdtar', 'bin/bsdtar').command;
  const format = kind === 'cb7' ? '7zip' : 'ustar';
  const options = ['--format', format, '-cf', join(folder, 'out'), '-C', join(folder, 'in'), ...Object.keys(files)];
  execFileSync(loader, [...args, ...options]);
  const made = readFileSync(join(folder, 'out'));
  rmSync(folder, { recursive: true });
  return made;
}
