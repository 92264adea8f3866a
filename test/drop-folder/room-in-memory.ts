import type { Room } from '../../functions/conversion/room.ts';

/** A room in memory; `test/storage/room.test.ts` runs the same tests against DynamoDB. */
export class RoomInMemory implements Room {
  readonly #held = new Map<string, Map<string, number>>();

  async take(name: string, id: string, until: number, most: number): Promise<boolean> {
    const held = this.#of(name);
    for (const [other, end] of held) if (end <= Date.now() && other !== id) held.delete(other);
    if (!held.has(id) && held.size >= most) return false;
    held.set(id, until);
    return true;
  }

  async free(name: string, id: string): Promise<void> {
    this.#of(name).delete(id);
  }

  #of(name: string): Map<string, number> {
    const held = this.#held.get(name) ?? new Map<string, number>();
    this.#held.set(name, held);
    return held;
  }
}
