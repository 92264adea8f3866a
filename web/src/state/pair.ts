import { PAIRS, pairPath } from '../../pairs.ts';

/** The pair of formats that the address names, if it names one: what is added is to become its target. */
export const pair = PAIRS.find((each) => pairPath(each) === location.pathname);
