import { buildDropped } from '#aws/dropped.ts';
import type { Room } from '../conversion/room.ts';

/** Takes a message that comes after a while. @param delay in milliseconds, a quarter of an hour at most */
export interface DelayedQueue {
  send(body: string, delay: number): Promise<void>;
}

/** What bounds a drop folder, and where its files wait. */
export interface Dropped {
  readonly room: Room;
  /** The files that are not begun. */
  readonly waiting: DelayedQueue;
  /** Those whose jobs are under way. */
  readonly underWay: DelayedQueue;
}

let built: Dropped | undefined;

/** What this drop folder has, built on first use. */
export function dropped(): Dropped {
  built ??= buildDropped();
  return built;
}

/** Has everybody in this process use another room and other queues than those on AWS. */
export function useDropped(other: Dropped): void {
  built = other;
}
