/** How much of a file's beginning detection looks at, in bytes. */
export const DETECTION_BYTES = 1024 * 1024;
