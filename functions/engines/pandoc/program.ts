import { hostEngine } from '../host.ts';
import { settleOffice } from '../office/run-office.ts';
import { convertMarkup } from './convert-markup.ts';

hostEngine({ convert: convertMarkup, settle: settleOffice });
