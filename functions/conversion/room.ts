/** How many conversions may be under way at once in a name that has no limits of its own, as that of a drop folder. */
export interface Room {
  /**
   * Holds a place for a conversion, or goes on holding it.
   * @param until when the place is free again even if nobody frees it, in milliseconds since the epoch
   * @param most how many there are
   * @returns false when all are held by others
   */
  take(name: string, id: string, until: number, most: number): Promise<boolean>;
  /** Frees the place of a conversion; says nothing of one that has none (any more). */
  free(name: string, id: string): Promise<void>;
}
