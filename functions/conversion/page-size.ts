/** How many conversions a page of a list has at most. */
export const LARGEST_PAGE = 100;

/** How many it has if nothing is said. */
export const USUAL_PAGE = 50;
