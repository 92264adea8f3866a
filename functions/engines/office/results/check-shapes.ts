import { rm } from 'node:fs/promises';
import { openZip } from '../../../detection/document-zip.ts';
import { inspect } from '../../read/inspect.ts';
import { unreadableFile } from '../../refusals.ts';
import { type OpenJob, saveFile } from './open-job.ts';

const CONTENT = 'content.xml';
/** A drawing whose content is larger has shapes, in bytes. */
const SURELY_SHAPES = 1024 * 1024;
/** The beginning of the pages of a drawing, and any shape on them. */
const PAGES = '<office:drawing';
const SHAPE = /<(?:draw:(?!page[ />])|dr3d:)/;

/**
 * Refuses a drawing without a shape: import filters of old formats skip what they cannot read.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkShapes(job: Omit<OpenJob, 'filter'>): Promise<void> {
  const path = await saveFile({ ...job, filter: { format: 'odg' } }, 'shapes.odg');
  const empty = inspect(path, (read, size) => {
    const zip = openZip(read, size);
    const content = zip.data(CONTENT, SURELY_SHAPES)?.toString('utf8');
    if (content === undefined) return zip.size(CONTENT) <= SURELY_SHAPES;
    return !SHAPE.test(content.slice(content.indexOf(PAGES)));
  });
  await rm(path);
  if (!empty) return;
  throw unreadableFile(
    'The drawing has nothing that could be shown. Save it again in its own program, or export it as PDF or SVG.',
  );
}
