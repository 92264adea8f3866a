/**
 * The largest file that is read, written and removed synchronously, in bytes. Such a file stays in the page cache; to wake
 * a thread of libuv for each operation would take ten times as long as the operation.
 */
export const SMALL_FILE = 1024 * 1024;
