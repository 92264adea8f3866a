import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertOffice, startOffice } from './convert-office.ts';

prepareSharp();
hostEngine({ convert: convertOffice, warmUp: startOffice });
