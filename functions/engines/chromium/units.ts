/** Millimetres in an inch. */
export const INCH = 25.4;
/** Pixels of CSS in an inch. */
export const PIXELS = 96;
