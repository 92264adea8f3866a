import { signal } from '@preact/signals';
import { remember, remembered } from './memory.ts';

export type Theme = 'auto' | 'light' | 'dark';

const MEMORY = 'theme';

/** How the page looks. */
export const theme = signal<Theme>('auto');

/** Has the page look another way, now and next time. */
export function chooseTheme(chosen: string): void {
  theme.value = chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
  remember(MEMORY, theme.value);
  document.documentElement.dataset.theme = theme.value;
}

/** Has the page look as it did before. */
export function lookAsBefore(): void {
  chooseTheme(remembered(MEMORY) ?? 'auto');
}
