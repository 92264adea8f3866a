/** Where a disc says how it is recorded, and in what steps (ECMA-119 6.2.1, ECMA-167 2/8). */
const FIRST = 32_768;
const STEP = 2048;

/** How many descriptors are looked at: nobody writes more. */
const MOST = 12;

/** What the descriptors are called: of ISO 9660, and of UDF in both of its kinds. */
const ISO = 'CD001';
const UDF: readonly string[] = ['NSR02', 'NSR03'];

/** All that there can be. */
const KNOWN: readonly string[] = [ISO, ...UDF, 'BEA01', 'BOOT2', 'TEA01', 'CDW02'];

/** Which file systems a disc says that it has; neither, where it is none. */
export function discFileSystems(head: Buffer): { readonly iso: boolean; readonly udf: boolean } {
  const found = new Set<string>();
  for (let at = FIRST; at < FIRST + MOST * STEP; at += STEP) {
    const name = head.toString('latin1', at + 1, at + 6);
    if (!KNOWN.includes(name)) break;
    found.add(name);
  }
  return { iso: found.has(ISO), udf: UDF.some((name) => found.has(name)) };
}
