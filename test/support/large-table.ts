/** A table of 5 MB, which goes the way of large files. Its rows are long and few, so that they are read in a moment. */
export const LARGE_TABLE = Buffer.concat([
  Buffer.from('a,b\n'),
  Buffer.alloc(5 * 1024 * 1024, `${'x'.repeat(999)},1\n`),
]);
