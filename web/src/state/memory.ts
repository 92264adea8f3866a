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

/** What the browser remembers for as long as the tab is open, or longer; nothing where it may not. */
export function rememberedSecret(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Has the browser remember a secret until the tab is closed, or for good, in the place of the last one. */
export function rememberSecret(name: string, value: string, forGood: boolean): void {
  forgetSecret(name);
  try {
    (forGood ? localStorage : sessionStorage).setItem(name, value);
  } catch {
    // It is asked for anew next time.
  }
}

/** Has the browser forget a secret. */
export function forgetSecret(name: string): void {
  try {
    sessionStorage.removeItem(name);
    localStorage.removeItem(name);
  } catch {
    // Nothing was remembered.
  }
}
