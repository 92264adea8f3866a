import { hostEngine } from '../host.ts';
import { rewritePdf } from './rewrite-pdf.ts';

hostEngine({ convert: rewritePdf });
