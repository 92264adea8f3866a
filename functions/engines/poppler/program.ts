import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertPdf } from './convert-pdf.ts';

prepareSharp();
hostEngine({ convert: convertPdf });
