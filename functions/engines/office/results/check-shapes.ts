import { rm } from 'node:fs/promises';
import { openZip } from '../../../detection/document-zip.ts';
import { inspect } from '../../read/inspect.ts';
import { unreadableFile } from '../../refusals.ts';
import { type OpenJob, saveFile } from './open-job.ts';

const CONTENT = 'content.xml';
/** A list of shapes larger than this is not empty, without a look. In bytes. */
const SURELY_SHAPES = 1024 * 1024;
/** Where the pages of a drawing begin, and any shape on them. */
const PAGES = '<office:drawing';
const SHAPE = /<(?:draw:(?!page[ />])|dr3d:)/;

/**
 * Filters of old programs skip what they do not understand, and may leave nothing.
 * @throws ConversionError UNREADABLE_FILE for a drawing without any shape
 */
export async function checkShapes(job: Omit<OpenJob, 'writing'>): Promise<void> {
  const path = await saveFile({ ...job, writing: { format: 'odg' } }, 'shapes.odg');
  const empty = inspect(path, (read, size) => {
    const zip = openZip(read, size);
    const content = zip.data(CONTENT, SURELY_SHAPES)?.toString('utf8');
    if (content === undefined) return zip.size(CONTENT) <= SURELY_SHAPES;
    return !SHAPE.test(content.slice(content.indexOf(PAGES)));
  });
  await rm(path);
  if (!empty) return;
  throw unreadableFile(
    'Nothing is found in the drawing that could be shown. Save it anew where it was made, or export it as PDF or SVG.',
  );
}
