import { signal } from '@preact/signals';
import { remember, remembered } from './memory.ts';

export type Theme = 'auto' | 'light' | 'dark';

const MEMORY = 'theme';

/** The theme of the page. */
export const theme = signal<Theme>('auto');

/** Sets the theme, and remembers it. */
export function chooseTheme(chosen: string): void {
  theme.value = chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
  remember(MEMORY, theme.value);
  document.documentElement.dataset.theme = theme.value;
}

/** Sets the theme that was chosen before. */
export function lookAsBefore(): void {
  chooseTheme(remembered(MEMORY) ?? 'auto');
}
