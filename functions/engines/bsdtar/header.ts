/** The header of an entry, with names as bytes, since their encoding is not stated. */
export interface Header {
  readonly name: Buffer;
  /** The type flag of tar: 0 is a file, 1 a hard link, 2 a symbolic link, 5 a folder; others are devices. */
  readonly type: string;
  /** The target of a symbolic or hard link. */
  readonly link: Buffer;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly owner: Buffer;
  readonly group: Buffer;
  /** In seconds since 1970. */
  readonly time: number;
  /** The offset and the stored length of its content. */
  readonly position: number;
  readonly length: number;
  /** All pax records. */
  readonly records: ReadonlyMap<string, Buffer>;
}
