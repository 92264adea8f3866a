/** Where the bytes of a file lie. */
export interface Content {
  readonly path: string;
  /** Where they begin, in bytes. */
  readonly position: number;
  /** How many they are; a file with holes has fewer than its size. */
  readonly length: number;
}

/** What is the same for whatever is in an archive. */
interface EntryMetadata {
  /** Its path, with slashes between names and none at either end. */
  readonly name: string;
  /** Permissions of owner, group and others, in the lower nine bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly owner: string;
  readonly group: string;
  /** When it was changed last, in seconds since 1970. */
  readonly time: number;
  /** What else is known of it, in the words of pax headers: fractions of times, extended attributes. */
  readonly records: ReadonlyMap<string, Buffer>;
}

/** A file. Several that are one file under many names have the same content. */
export interface FileEntry extends EntryMetadata {
  readonly kind: 'file';
  readonly content: Content;
}

/** A folder, which need not be listed for what is in it. */
export interface FolderEntry extends EntryMetadata {
  readonly kind: 'folder';
}

/** A symbolic link, and what it says. */
export interface LinkEntry extends EntryMetadata {
  readonly kind: 'link';
  readonly target: string;
}

/** What is in an archive. */
export type Entry = FileEntry | FolderEntry | LinkEntry;
