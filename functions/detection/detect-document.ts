import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import { CompoundFile } from './document-compound.ts';
import { markupFormat } from './document-markup.ts';
import { packagedFormat } from './document-package.ts';
import { signedFormat } from './document-signatures.ts';
import { textFormat } from './document-text.ts';
import type { Detect } from './sample.ts';

/** Detects documents that file-type does not know or tell apart: texts, and formats that share a container. */
export const detectDocument: Detect = (sample) => {
  const { head, filename, guess } = sample;
  if (guess?.ext === 'cfb') return compoundFormat(head, formatOfFilename(filename));
  if (guess && ['gz', 'cur'].includes(guess.ext)) return signedFormat(sample);
  if (guess?.ext === 'zip') return packagedFormat(head, formatOfFilename(filename));
  return guess ? undefined : (signedFormat(sample) ?? markupFormat(sample) ?? textFormat(sample));
};

/** The streams that identify formats, the surest first. */
const STREAMS: Readonly<Record<string, FormatName>> = {
  WordDocument: 'doc',
  'PowerPoint Document': 'ppt',
  // PowerPoint 95, and its dual format for 95 and 97
  PP40: 'ppt',
  PP97_DUALSTORAGE: 'ppt',
  VisioDocument: 'vsd',
  Workbook: 'xls',
  Book: 'xls',
  Quill: 'pub',
  MatOST: 'wps',
  NativeContent_MAIN: 'qpw',
  StarWriterDocument: 'sdw',
  StarCalcDocument: 'sdc',
  '__properties_version1.0': 'msg',
};

/** The first bytes of streams whose names several formats share, in hexadecimal. */
const BEGINNINGS: readonly (readonly [stream: string, beginning: string, format: FormatName])[] = [
  ['CONTENTS', Buffer.from('CHNKWKS').toString('hex'), 'wps'],
  ['CONTENTS', Buffer.from('CHNKINK').toString('hex'), 'wps'],
  ['PerfectOffice_MAIN', 'ff575043', 'wpd'],
  ['PerfectOffice_MAIN', '00000200', 'qpw'],
];

/** What an encrypted package is that has the extension of the older format. */
const LATER: Readonly<Partial<Record<FormatName, FormatName>>> = { xls: 'xlsx', ppt: 'pptx' };
/** The formats that an encrypted package may be, by its name. */
const ENCRYPTABLE: readonly (FormatName | undefined)[] = ['docx', 'xlsx', 'xlsb', 'pptx', 'vsdx'];

function compoundFormat(bytes: Buffer, claimed: FormatName | undefined): FormatName | undefined {
  const file = CompoundFile.open((position, length) => bytes.subarray(position, position + length));
  if (file?.has('EncryptedPackage'))
    return ENCRYPTABLE.includes(claimed) ? claimed : ((claimed && LATER[claimed]) ?? 'docx');
  const stream = Object.keys(STREAMS).find((name) => file?.has(name));
  if (stream) return STREAMS[stream];
  const begun = BEGINNINGS.find(([name, hex]) => file?.beginning(name, hex.length / 2).toString('hex') === hex);
  if (begun) return begun[2];
  if (file?.has('StarDrawDocument3') || file?.has('StarDrawDocument')) {
    return file.beginning('\u0001CompObj', 200).includes('Impress') ? 'sdd' : 'sda';
  }
  if (file?.listed) return undefined;
  // The directory is beyond the beginning.
  const possible = Object.values(STREAMS).some((format) => format === claimed) || ENCRYPTABLE.includes(claimed);
  return possible ? claimed : undefined;
}
