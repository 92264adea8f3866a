/** A file as it is put into an archive by hand. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  /** For cpio: the kind and the permissions of the file. */
  readonly mode?: number;
  /** For cpio: files of the same number are one file. */
  readonly inode?: number;
  readonly links?: number;
}

const SECONDS = 1_583_020_800;

/** Fills up to a multiple of so many bytes. */
function padded(bytes: Buffer, multiple: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((multiple - (bytes.length % multiple)) % multiple)]);
}

/** A cpio archive in the new format of SVR4, as GNU cpio writes it with `-H newc`. */
export function cpio(parts: readonly Part[]): Buffer {
  const all = [...parts, { name: 'TRAILER!!!', content: '', mode: 0 }];
  const entries = all.map(({ name, content, mode = 0o100644, inode, links = 1 }: Part, index) => {
    const [title, data] = [Buffer.from(`${name}\0`), Buffer.from(content)];
    const numbers = [inode ?? index + 1, mode, 0, 0, links, SECONDS, data.length, 8, 1, 0, 0, title.length, 0];
    const digits = numbers.map((number) => number.toString(16).padStart(8, '0')).join('');
    return Buffer.concat([padded(Buffer.concat([Buffer.from(`070701${digits}`), title]), 4), padded(data, 4)]);
  });
  return padded(Buffer.concat(entries), 512);
}

/** A Unix archive, with names that end in a slash, as GNU ar writes it. */
export function unixArchive(parts: readonly Part[]): Buffer {
  const entries = parts.map(({ name, content }) => {
    const data = Buffer.from(String(content), 'latin1');
    const fields = [`${name}/`.padEnd(16), `${SECONDS}`.padEnd(12), '0'.padEnd(6), '0'.padEnd(6)];
    const header = `${fields.join('')}${'100644'.padEnd(8)}${`${data.length}`.padEnd(10)}\`\n`;
    return padded(Buffer.concat([Buffer.from(header), data]), 2);
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...entries]);
}
