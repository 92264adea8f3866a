import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertDjvu } from './convert-djvu.ts';
import { convertXps } from './convert-xps.ts';

prepareSharp();
hostEngine({ convert: (job) => (job.sourceFormat === 'xps' ? convertXps(job) : convertDjvu(job)) });
