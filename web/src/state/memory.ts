/** What a use of the browser's storage gives; null where that is not allowed: then nothing is remembered. */
function allowed<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** Reads from the local storage. */
export function remembered(name: string): string | null {
  return allowed(() => localStorage.getItem(name));
}

/** Writes to the local storage. */
export function remember(name: string, value: string): void {
  allowed(() => localStorage.setItem(name, value));
}

/** Reads a secret from the session storage or the local storage. */
export function rememberedSecret(name: string): string | null {
  return allowed(() => sessionStorage.getItem(name) ?? localStorage.getItem(name));
}

/** Stores a secret until the tab is closed, or for good, and replaces the last one. */
export function rememberSecret(name: string, value: string, forGood: boolean): void {
  forgetSecret(name);
  allowed(() => (forGood ? localStorage : sessionStorage).setItem(name, value));
}

/** Removes a secret. */
export function forgetSecret(name: string): void {
  allowed(() => sessionStorage.removeItem(name));
  allowed(() => localStorage.removeItem(name));
}
