/** Who waits in this process for the end of a conversion, by its identifier. */
const waiting = new Map<string, () => void>();

/** Waits until this process ends a conversion, or so many milliseconds. */
export async function endOrPause(id: string, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  waiting.set(id, resolve);
  await promise;
  clearTimeout(timer);
  waiting.delete(id);
}

/** Tells who waits in this process that a conversion is ready, or has failed. */
export function announceEnd(id: string): void {
  waiting.get(id)?.();
}
