import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertDxf } from './convert-dxf.ts';

prepareSharp();
hostEngine({ convert: convertDxf });
