import { buildPlaces } from '#aws/places.ts';
import { provided } from './provided.ts';

/** Files in the buckets of others: in S3, unless this process has set something else. */
export const [places, usePlaces] = provided(buildPlaces);
