/** The version bytes of dBase III to IV and FoxPro, with and without memo files. */
const VERSIONS: ReadonlySet<number> = new Set([
  ...[0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8e, 0xcb, 0xf5, 0xfb],
]);
const DESCRIPTION = 32;
const END_OF_COLUMNS = 0x0d;
/** The most columns that are checked, and the letters of their types. */
const MOST_COLUMNS = 2048;
const TYPES = /^[CNFLDMGPBIYTVQWO0]$/;

/** Whether a file has the header of a dBase table: it states its length, and each column has a name and a type. */
export function isDbf(head: Buffer): boolean {
  if (head.length < 2 * DESCRIPTION || !VERSIONS.has(head[0] ?? 0)) return false;
  const [month = 0, day = 0, length] = [head[2], head[3], head.readUInt16LE(8)];
  if (month > 12 || day > 31 || head.readUInt16LE(10) === 0) return false;
  for (let at = DESCRIPTION; at < length && at / DESCRIPTION <= MOST_COLUMNS; at += DESCRIPTION) {
    if (head[at] === END_OF_COLUMNS) return at > DESCRIPTION;
    const type = head.toString('latin1', at + 11, at + 12);
    if (at + DESCRIPTION > head.length || (head[at] ?? 0) <= 0x20 || !TYPES.test(type)) return false;
  }
  return false;
}
