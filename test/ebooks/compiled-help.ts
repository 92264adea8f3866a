/** The size of a chunk of the directory, in bytes. */
const CHUNK = 4096;

/** What a chunk of the directory can be told to lead to. */
export interface DirectoryLinks {
  /** The number of the chunk behind the only one; -1 for none. @default -1 */
  readonly next?: number;
}

/**
 * A Windows help file (CHM) with these files, none of them compressed: the header of InfoTech storage, a directory of
 * one chunk, and what is in the files.
 */
export function compiledHelp(files: Readonly<Record<string, string>>, { next = -1 }: DirectoryLinks = {}): Buffer {
  const contents = Object.entries({ '/#SYSTEM': system(), ...files }).map(
    ([name, text]) => [name, Buffer.from(text, 'latin1')] as const,
  );
  const directory = Buffer.concat([directoryHead(), chunk(contents, next)]);
  return Buffer.concat([head(directory.length), directory, ...contents.map(([, data]) => data)]);
}

/** Which file is the first page, which the table of contents, and the title. */
function system(): string {
  const entry = (code: number, text: string) => {
    const length = Buffer.from(Uint16Array.from([code, text.length + 1]).buffer).toString('latin1');
    return `${length}${text}\0`;
  };
  return `\u0003\0\0\0${entry(0, 'toc.hhc')}${entry(2, 'one.html')}${entry(3, 'Help')}`;
}

function head(directory: number): Buffer {
  const bytes = Buffer.alloc(0x60);
  bytes.write('ITSF', 0);
  for (const [at, value] of [3, bytes.length, 1].entries()) bytes.writeUInt32LE(value, 4 + at * 4);
  bytes.writeUInt32LE(0x409, 0x14);
  for (const [at, value] of [0, 0, bytes.length, directory, bytes.length + directory].entries())
    bytes.writeBigUInt64LE(BigInt(value), 0x38 + at * 8);
  return bytes;
}

function directoryHead(): Buffer {
  const bytes = Buffer.alloc(0x54);
  bytes.write('ITSP', 0);
  const values = [1, bytes.length, 10, CHUNK, 2, 1, -1, 0, 0, 1, -1, 0x409];
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, 4 + at * 4);
  return bytes;
}

function chunk(files: readonly (readonly [string, Buffer])[], next: number): Buffer {
  const bytes = Buffer.alloc(CHUNK);
  let [at, position] = [20, 0];
  for (const [name, data] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const offset = files
      .slice(
        0,
        files.findIndex(([each]) => each === name),
      )
      .reduce((sum, [, { length }]) => sum + length, 0);
    position = offset;
    const entry = Buffer.concat([
      number(name.length),
      Buffer.from(name),
      number(0),
      number(position),
      number(data.length),
    ]);
    entry.copy(bytes, at);
    at += entry.length;
  }
  bytes.write('PMGL', 0);
  bytes.writeUInt32LE(CHUNK - at, 4);
  bytes.writeInt32LE(-1, 12);
  bytes.writeInt32LE(next, 16);
  return bytes;
}

/** Seven bits a byte, the highest first. */
function number(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}
