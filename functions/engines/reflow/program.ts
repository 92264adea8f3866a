import { hostEngine } from '../host.ts';
import { convertTree } from '../pandoc/convert-tree.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { readPdf } from './read-pdf.ts';

prepareSharp();
hostEngine({
  async convert(job) {
    const { targetFormat: target, folder, options } = job;
    return convertTree(await readPdf(job), { target, folder, images: options.images });
  },
});
