import { hostEngine } from '../host.ts';
import { startOffice } from '../office/run-office.ts';
import { convertWorkbook } from './convert-workbook.ts';

hostEngine({ convert: convertWorkbook, warmUp: startOffice });
