import { hostEngine } from '../host.ts';
import { unlockPdf } from '../qpdf/unlock-pdf.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertPdf } from './convert-pdf.ts';

prepareSharp();
hostEngine({ convert: async (job) => convertPdf(await unlockPdf(job)) });
