import { EventEmitter } from 'node:events';

/** The ends of conversions in this process, by identifier. */
const ends = new EventEmitter().setMaxListeners(0);

/** The event on which all waiting ends. A symbol, so that it is no identifier. */
const STOP = Symbol('stop');
let stopped = false;

/** Waits until this process has ended a conversion, or is stopping, at most so many milliseconds. */
export async function endOrPause(id: string, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, stopped ? 0 : milliseconds);
  const events = [id, STOP];
  for (const event of events) ends.once(event, resolve);
  await promise;
  clearTimeout(timer);
  for (const event of events) ends.off(event, resolve);
}

/** Whether this process is stopping, so that requests that wait should be answered. */
export function isStopping(): boolean {
  return stopped;
}

/** Ends all waiting in this process, since it is stopping. */
export function stopWaiting(): void {
  stopped = true;
  ends.emit(STOP);
}

/** Ends the waiting for a conversion in this process, since it is ready or has failed. */
export function announceEnd(id: string): void {
  ends.emit(id);
}
