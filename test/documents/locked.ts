import type { FormatName } from '../../functions/conversion/formats.ts';
import { codeOf } from '../support/failure.ts';
import { convertWithOffice } from './convert-with-office.ts';

/** The code with which a conversion to PDF fails, or `none`. */
export const failureOf = (source: Uint8Array, from: FormatName) => codeOf(convertWithOffice(source, from, 'pdf'));
