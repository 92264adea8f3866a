import { signal } from '@preact/signals';

/** What a screen reader is told; shown nowhere. */
export const announcement = signal('');

/** Has a screen reader say something. */
export function announce(text: string): void {
  announcement.value = text;
}
