import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertRaw } from './convert-raw.ts';

prepareSharp();
hostEngine({ convert: convertRaw });
