/** The largest page of a list of conversions. */
export const LARGEST_PAGE = 100;

/** The page size when a request names none. */
export const DEFAULT_PAGE = 50;
