import { processorsFor } from '../../processors.ts';

/** The most threads of an encoder: more gain little, and 4K video would take more than 2 GB. */
export const MOST_PROCESSORS = 8;

/** The processors that encode a video on this machine. */
export const PROCESSORS = processorsFor(MOST_PROCESSORS);
