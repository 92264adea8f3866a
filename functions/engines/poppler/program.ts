import { hostEngine } from '../host.ts';
import { decryptPdf } from '../qpdf/decrypt-pdf.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertPdf } from './convert-pdf.ts';

prepareSharp();
hostEngine({ convert: async (job) => convertPdf(await decryptPdf(job)) });
