import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertOffice } from './convert-office.ts';
import { settleOffice, startOffice } from './run-office.ts';

prepareSharp();
hostEngine({ convert: convertOffice, warmUp: startOffice, settle: settleOffice });
