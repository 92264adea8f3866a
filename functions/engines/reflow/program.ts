import { hostEngine } from '../host.ts';
import { convertTree } from '../pandoc/convert-tree.ts';
import { readPdf } from './read-pdf.ts';

hostEngine({
  async convert(job) {
    return convertTree(await readPdf(job), { target: job.targetFormat, folder: job.folder });
  },
});
