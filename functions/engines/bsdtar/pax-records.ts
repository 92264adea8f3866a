import { unreadable } from './refusals.ts';

/** Parses the records of a pax header (POSIX.1-2001): each begins with its own length and ends with a newline. */
export function parseRecords(header: Buffer): Map<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < header.length; ) {
    const blank = header.indexOf(0x20, at);
    const digits = blank < 0 || blank - at > 10 ? '' : header.toString('latin1', at, blank);
    const end = at + Number(digits);
    if (!/^[1-9]\d*$/.test(digits) || end > header.length || end <= blank + 1) throw unreadable('a broken pax header');
    const equals = header.indexOf(0x3d, blank);
    if (equals < 0 || equals >= end) throw unreadable('a pax header without a value');
    records.set(header.toString('utf8', blank + 1, equals), header.subarray(equals + 1, end - 1));
    at = end;
  }
  return records;
}

/** Formats the records of a pax header. */
export function formatRecords(records: Iterable<readonly [string, Buffer]>): Buffer {
  return Buffer.concat([...records].map(([key, value]) => recordOf(key, value)));
}

/** Formats a record, whose length includes its own digits. */
function recordOf(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')]);
  let length = rest.length;
  while (`${length}`.length + rest.length !== length) length = `${length}`.length + rest.length;
  return Buffer.concat([Buffer.from(`${length}`), rest]);
}
