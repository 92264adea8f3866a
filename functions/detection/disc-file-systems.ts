/** The offset of the volume recognition sequence, and its step (ECMA-119 6.2.1, ECMA-167 2/8). */
const FIRST = 32_768;
const STEP = 2048;

/** The most descriptors that are read. */
const MOST = 12;

/** The identifiers of ISO 9660, and of both versions of UDF. */
const ISO = 'CD001';
const UDF: readonly string[] = ['NSR02', 'NSR03'];

/** All identifiers. */
const KNOWN: readonly string[] = [ISO, ...UDF, 'BEA01', 'BOOT2', 'TEA01', 'CDW02'];

/** The file systems that a disc declares. */
export function discFileSystems(head: Buffer): { readonly iso: boolean; readonly udf: boolean } {
  const found = new Set<string>();
  for (let at = FIRST; at < FIRST + MOST * STEP; at += STEP) {
    const name = head.toString('latin1', at + 1, at + 6);
    if (!KNOWN.includes(name)) break;
    found.add(name);
  }
  return { iso: found.has(ISO), udf: UDF.some((name) => found.has(name)) };
}
