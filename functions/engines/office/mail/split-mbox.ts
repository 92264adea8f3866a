import { tooComplex } from '../../refusals.ts';
import { LIMITS, unreadableMail } from './refusals.ts';

const START = 'From ';
const NEWLINE = 0x0a;

/**
 * Splits a mailbox (mbox): each mail begins with a `From ` line after an empty line. Such lines within mails are escaped
 * with `>`, and are restored.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export function splitMbox(bytes: Buffer): Buffer[] {
  const starts: number[] = bytes.subarray(0, START.length).toString('latin1') === START ? [0] : [];
  for (let at = bytes.indexOf(`\n${START}`); at >= 0; at = bytes.indexOf(`\n${START}`, at + 1)) {
    if (isEmptyBefore(bytes, at)) starts.push(at + 1);
    if (starts.length > LIMITS.mails) throw tooComplex(`The mailbox has more than ${LIMITS.mails} mails. Divide it.`);
  }
  if (starts.length === 0) throw unreadableMail('no mail in it');
  return starts.map((start, index) => {
    const line = bytes.indexOf(NEWLINE, start);
    const mail = line < 0 ? Buffer.alloc(0) : bytes.subarray(line + 1, starts[index + 1] ?? bytes.length);
    return Buffer.from(mail.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
  });
}

/** Whether the line that ends at an offset is empty. */
function isEmptyBefore(bytes: Buffer, at: number): boolean {
  const last = bytes[at - 1] === 0x0d ? at - 2 : at - 1;
  return bytes[last] === NEWLINE || last < 0;
}
