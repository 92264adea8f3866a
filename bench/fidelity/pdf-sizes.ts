import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { QUALITIES } from '../../functions/conversion/quality.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { sharp as pictures } from '../../functions/engines/sharp.ts';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { runTool } from '../../functions/sandbox/run-tool.ts';
import { convertContent, stopEngines } from '../../test/support/engine.ts';
import { table } from '../measure.ts';
import { sizePictures } from './size-pictures.ts';
import { ssimOf } from './ssim.ts';

/** Pixels to the inch of the pictures, as of a scanner, and of pages that are compared, as of a large screen. */
const [SCANNED, SHOWN] = [300, 150];

/** A page with a picture, compressed at each quality and by Ghostscript for e-books: bytes, and SSIM of what is seen. */
export async function benchPdfSizes(folder: string): Promise<string> {
  const rows: (string | number)[][] = [];
  try {
    for (const [name, png] of Object.entries(await sizePictures())) rows.push(...(await compress(name, png, folder)));
  } finally {
    await stopEngines();
  }
  return table(['PDF of a picture', 'by', 'bytes', 'SSIM'], rows);
}

async function compress(name: string, png: Buffer, folder: string): Promise<(string | number)[][]> {
  const jpg = await sharp(png).jpeg({ quality: 95 }).toBuffer();
  const source = await convertContent(pictures, folder, jpg, ['jpg', 'pdf'], { options: { dpi: SCANNED } });
  const before = join(folder, 'before.pdf');
  copyFileSync(source.path, before);
  const page = await draw(before, folder, 'before');
  const row = async (by: string, path: string) => [
    name,
    by,
    statSync(path).size,
    ssimOf(page, await draw(path, folder, 'after')).toFixed(4),
  ];
  const rows = [
    await row('as it came', before),
    await row('gs -dPDFSETTINGS=/ebook', await byGhostscript(before, folder)),
  ];
  for (const quality of QUALITIES)
    rows.push(
      await row(quality, (await convertContent(qpdf, folder, readFileSync(before), ['pdf', 'pdf'], { quality })).path),
    );
  return rows;
}

async function byGhostscript(path: string, folder: string): Promise<string> {
  const layer = layerFolder('ghostscript');
  const resources = [
    `-I${layer}/Resource/Init`,
    `-sGenericResourceDir=${layer}/Resource/`,
    `-sICCProfilesDir=${layer}/icc/`,
  ];
  const to = join(folder, 'ebook.pdf');
  const args = [
    '-q',
    '-dNOPAUSE',
    '-dBATCH',
    ...resources,
    '-sDEVICE=pdfwrite',
    '-dPDFSETTINGS=/ebook',
    '-o',
    to,
    path,
  ];
  const { exitCode, stderr } = await runTool(layerProgram('ghostscript', 'bin/gs'), args, { folder });
  if (exitCode !== 0) throw new Error(`Ghostscript: ${stderr}`);
  return to;
}

async function draw(path: string, folder: string, name: string): Promise<string> {
  const to = join(folder, name);
  const args = ['-r', `${SHOWN}`, '-png', '-singlefile', path, to];
  const { exitCode, stderr } = await runTool(layerProgram('poppler', 'bin/pdftoppm'), args, {
    folder,
    workingFolder: layerFolder('poppler'),
  });
  if (exitCode !== 0) throw new Error(`pdftoppm: ${stderr}`);
  return `${to}.png`;
}
