/**
 * What browsers may do with the page: run its own script, show what it made itself, and send files to the store.
 * @param store the origin to which files are uploaded by form, where it is not that of the page
 */
export function contentSecurityPolicy(store?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    'media-src blob:',
    store ? `connect-src 'self' ${store}` : "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** What goes along with each file of the page beside its policy. */
export const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
} as const;

/** How long a file of the page may be kept: those whose names change with their content for ever, the others are asked for. */
export function cacheControl(immutable: boolean): string {
  return immutable ? 'public, max-age=31536000, immutable' : 'no-cache';
}
