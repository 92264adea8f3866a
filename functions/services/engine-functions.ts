/** How long links and forms are good for, in milliseconds: as long as the longest job, and no function lives longer. */
export const LINK_TIME = 15 * 60_000;

/** The largest result that an engine function may store, in bytes. */
export const LARGEST_RESULT = 2048 * 1024 * 1024;

/** The account for jobs without one, where engine functions are isolated by accounts. */
export const NOBODY = 'anonymous';
