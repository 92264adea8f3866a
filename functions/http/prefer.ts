/** How long a client waits for a conversion by its `Prefer` header (RFC 7240). */
export interface WaitPreference {
  /** Milliseconds. */
  readonly wait: number;
  /** The preference that is honoured, for the `Preference-Applied` header. */
  readonly applied: string;
}

/**
 * Parses `respond-async` and `wait=N` (seconds). With both, the client wants a response after N seconds at the latest.
 * @param longest the limit of the platform, in milliseconds
 */
export function readPrefer(header: string | undefined, longest: number): WaitPreference | undefined {
  const preferences = (header ?? '').split(',').map((item) => item.split(';')[0]?.trim().toLowerCase() ?? '');
  for (const preference of preferences) {
    const seconds = /^wait\s*=\s*"?(\d{1,6})"?$/.exec(preference)?.[1];
    if (seconds) return { wait: Math.min(Number(seconds) * 1000, longest), applied: `wait=${seconds}` };
  }
  return preferences.includes('respond-async') ? { wait: 0, applied: 'respond-async' } : undefined;
}
