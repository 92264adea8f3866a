import { signal } from '@preact/signals';

/** The text for screen readers; shown nowhere. */
export const announcement = signal('');

/** Has a screen reader say something. */
export function announce(text: string): void {
  announcement.value = text;
}
