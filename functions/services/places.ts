import { buildPlaces } from '#aws/places.ts';
import type { Places } from '../conversion/places.ts';

let built: Places | undefined;

/** The ways to the buckets of others, built on first use. */
export function places(): Places {
  built ??= buildPlaces();
  return built;
}

/** Has everybody in this process use other ways than those of S3. */
export function usePlaces(other: Places): void {
  built = other;
}
