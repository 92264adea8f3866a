/** Reads from the local storage; null where that is not allowed. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Writes to the local storage, where that is allowed. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The value is lost with the page.
  }
}

/** Reads a secret from the session storage or the local storage; null where that is not allowed. */
export function rememberedSecret(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a secret until the tab is closed, or for good, and replaces the last one. */
export function rememberSecret(name: string, value: string, forGood: boolean): void {
  forgetSecret(name);
  try {
    (forGood ? localStorage : sessionStorage).setItem(name, value);
  } catch {
    // The page asks for it again next time.
  }
}

/** Removes a secret. */
export function forgetSecret(name: string): void {
  try {
    sessionStorage.removeItem(name);
    localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
