import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../../engine.ts';
import type { ExportFilter, Family } from '../families.ts';
import type { OfficeSession } from '../process/office-session.ts';
import { finishFile } from './finish-file.ts';

/** A job whose source is open in LibreOffice. */
export interface OpenJob extends Pick<EngineJob, 'targetFormat' | 'quality' | 'options' | 'folder'> {
  readonly office: OfficeSession;
  readonly filter: ExportFilter;
  readonly family: Family;
  /** The count of pages, sheets or slides of the source. */
  readonly parts: number;
  /** Where LibreOffice writes. */
  readonly workplace: string;
}

/** Saves the open document, or the chosen part of it, in the job's folder, and returns the path. */
export async function saveFile(
  { office, filter, targetFormat, quality, options: asked, folder, workplace }: OpenJob,
  name: string,
  options = filter.options?.(quality, asked) ?? '',
): Promise<string> {
  const written = join(workplace, name);
  await office.save(written, filter.format ?? filter.intermediate ?? targetFormat, options);
  await finishFile(written, targetFormat, workplace);
  const path = join(folder, name);
  await rename(written, path);
  return path;
}
