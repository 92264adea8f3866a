import { processorsFor } from '../../processors.ts';

/** The most processors that encoders use: beyond, they gain little, and a 4K video takes more than 2 GB. */
export const MOST_PROCESSORS = 8;

/** Processors that a video is encoded with here. */
export const PROCESSORS = processorsFor(MOST_PROCESSORS);
