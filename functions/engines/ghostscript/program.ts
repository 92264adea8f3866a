import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertPostScript } from './convert-postscript.ts';

prepareSharp();
hostEngine({ convert: convertPostScript });
