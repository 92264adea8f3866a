import { EventEmitter } from 'node:events';

/** The ends of conversions in this process, by identifier. */
const ends = new EventEmitter().setMaxListeners(0);

/** Waits until this process ends a conversion, or so many milliseconds. */
export async function endOrPause(id: string, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  ends.once(id, resolve);
  await promise;
  clearTimeout(timer);
  ends.off(id, resolve);
}

/** Tells who waits in this process that a conversion is ready, or has failed. */
export function announceEnd(id: string): void {
  ends.emit(id);
}
