import { buildDropped } from '#aws/dropped.ts';
import type { Room } from '../conversion/room.ts';
import { provided } from './provided.ts';

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

/** The services of this drop folder: those of AWS, unless this process has set others. */
export const [dropped, useDropped] = provided(buildDropped);
