import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertScan } from './convert-scan.ts';

prepareSharp();
hostEngine({ convert: convertScan });
