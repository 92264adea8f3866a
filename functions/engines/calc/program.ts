import { hostEngine } from '../host.ts';
import { settleOffice, startOffice } from '../office/run-office.ts';
import { convertWorkbook } from './convert-workbook.ts';

hostEngine({ convert: convertWorkbook, warmUp: startOffice, settle: settleOffice });
