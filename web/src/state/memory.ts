/** What the browser remembers for the reader; nothing where it may not. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Has the browser remember something for the reader, where it may. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is chosen anew next time.
  }
}
