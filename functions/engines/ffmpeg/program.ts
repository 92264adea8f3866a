import { join } from 'node:path';
import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertFile } from './convert-file.ts';

prepareSharp();
hostEngine({
  convert(job) {
    const resultPath = join(job.folder, `result.${job.targetFormat}`);
    return convertFile({ ...job, resultPath });
  },
});
