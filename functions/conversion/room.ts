/** Bounds how many conversions of one name, such as that of a drop folder, are under way at once: a semaphore. */
export interface Room {
  /**
   * Takes a place for a conversion, or extends its hold.
   * @param until when the hold expires by itself, in milliseconds since the epoch
   * @param most the count of places
   * @returns false when others hold all of them
   */
  take(name: string, id: string, until: number, most: number): Promise<boolean>;
  /** Frees the place of a conversion, if it has one. */
  free(name: string, id: string): Promise<void>;
}
