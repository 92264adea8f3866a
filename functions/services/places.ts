import { buildPlaces } from '#aws/places.ts';
import { provided } from './provided.ts';

/** The ways to the buckets of others: those of S3, unless this process has said what else. */
export const [places, usePlaces] = provided(buildPlaces);
