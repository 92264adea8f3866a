/** The range of a file with the content of an entry. */
export interface Content {
  readonly path: string;
  readonly position: number;
  /** In bytes; of a sparse file, less than its size. */
  readonly length: number;
}

/** The metadata of every entry. */
interface EntryMetadata {
  /** Its path, with slashes between names and none at either end. */
  readonly name: string;
  /** Permissions of owner, group and others, in the lower nine bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly owner: string;
  readonly group: string;
  /** The modification time, in seconds since 1970. */
  readonly time: number;
  /** Further pax records: fractions of times, extended attributes. */
  readonly records: ReadonlyMap<string, Buffer>;
}

/** A file. Hard links share their content. */
export interface FileEntry extends EntryMetadata {
  readonly kind: 'file';
  readonly content: Content;
}

/** A folder, which need not be listed for what is in it. */
export interface FolderEntry extends EntryMetadata {
  readonly kind: 'folder';
}

/** A symbolic link and its target. */
export interface LinkEntry extends EntryMetadata {
  readonly kind: 'link';
  readonly target: string;
}

/** An entry of an archive. */
export type Entry = FileEntry | FolderEntry | LinkEntry;
