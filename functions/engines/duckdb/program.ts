import { hostEngine } from '../host.ts';
import { convertData } from './convert-data.ts';

hostEngine({ convert: convertData });
