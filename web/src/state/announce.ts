import { signal } from '@preact/signals';

/** The text of the live region, which only screen readers read. */
export const announcement = signal('');

/** Announces a text to screen readers. */
export function announce(text: string): void {
  announcement.value = text;
}
