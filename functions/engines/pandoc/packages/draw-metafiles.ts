import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { editPackage } from '../../office/edit-package.ts';
import { runOffice } from '../../office/run-office.ts';
import { inspect } from '../../read/inspect.ts';

/** A metafile of a Word document. */
interface Metafile {
  readonly name: string;
  readonly format: 'emf' | 'wmf';
  readonly data: Buffer;
}

const METAFILE = /^word\/media\/[^/]+\.(emf|wmf)$/i;

/** Metafiles that are drawn, such as formulas of old equation editors, and bytes of all. */
const MOST = 300;
const LARGEST = 64 * 1024 * 1024;

/**
 * Replaces the metafiles of a Word document, which readers of books do not show, by pictures that LibreOffice draws.
 * @returns the path of the edited copy, or of the document where there are none
 */
export async function drawMetafiles(job: EngineJob, path: string): Promise<string> {
  const metafiles = inspect(path, (read, size) => [...metafilesIn(openZip(read, size))]);
  if (metafiles.length === 0) return path;
  const folder = join(job.folder, 'metafiles');
  mkdirSync(folder);
  const drawn = new Map<string, string>();
  for (const metafile of metafiles) {
    const picture = await draw({ ...job, folder }, metafile);
    if (picture) drawn.set(metafile.name, picture.toString('latin1'));
  }
  const placed = join(job.folder, 'drawn.docx');
  return (await editPackage({ from: path, to: placed }, METAFILE, (data, name) => drawn.get(name) ?? data))
    ? placed
    : path;
}

function* metafilesIn(zip: ReturnType<typeof openZip>): Generator<Metafile> {
  let left = LARGEST;
  for (const name of zip.names.filter((each) => METAFILE.test(each)).slice(0, MOST)) {
    const data = zip.data(name, left);
    if (!data) continue;
    left -= data.length;
    yield { name, data, format: /\.emf$/i.test(name) ? 'emf' : 'wmf' };
  }
}

/** Draws a metafile; one that LibreOffice cannot read stays as it is. */
async function draw(job: EngineJob, { format, data }: Metafile): Promise<Buffer | undefined> {
  const sourcePath = join(job.folder, `metafile.${format}`);
  await writeFile(sourcePath, data);
  try {
    const { path } = await runOffice({ ...job, sourcePath, sourceFormat: format, targetFormat: 'png', quality: 'low' });
    return await readFile(path);
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'UNREADABLE_FILE') return undefined;
    throw error;
  }
}
