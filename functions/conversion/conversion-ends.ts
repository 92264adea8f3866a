import { EventEmitter } from 'node:events';

/** The ends of conversions in this process, by identifier. */
const ends = new EventEmitter().setMaxListeners(0);

/** Told of when nobody is to wait any longer; no identifier. */
const STOP = Symbol('stop');
let stopped = false;

/** Waits until this process ends a conversion, or so many milliseconds, or is about to end itself. */
export async function endOrPause(id: string, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, stopped ? 0 : milliseconds);
  const events = [id, STOP];
  for (const event of events) ends.once(event, resolve);
  await promise;
  clearTimeout(timer);
  for (const event of events) ends.off(event, resolve);
}

/** Whether this process is about to end, so that who waits should be answered. */
export function isStopping(): boolean {
  return stopped;
}

/** Has all who wait in this process wait no longer: it is about to end. */
export function stopWaiting(): void {
  stopped = true;
  ends.emit(STOP);
}

/** Tells who waits in this process that a conversion is ready, or has failed. */
export function announceEnd(id: string): void {
  ends.emit(id);
}
