/** How many bytes at the beginning of a file detection uses. */
export const DETECTION_BYTES = 1024 * 1024;
