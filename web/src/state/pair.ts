import { PAIRS, pairPath } from '../../pairs.ts';

/** The pair of formats of the page's address, if it has one: added files get its target. */
export const pair = PAIRS.find((each) => pairPath(each) === location.pathname);
