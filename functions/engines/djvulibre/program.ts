import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertDjvu } from './convert-djvu.ts';

prepareSharp();
hostEngine({ convert: convertDjvu });
