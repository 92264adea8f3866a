import { hostEngine } from '../host.ts';
import { rewritePdf } from './rewrite-pdf.ts';
import { splitPdf } from './split-pdf.ts';

hostEngine({ convert: (job) => (job.targetFormat === 'zip' ? splitPdf(job) : rewritePdf(job)) });
