/** The media types of the page's files, by extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

/** A name with a hash of the content, so that caches may keep the file for ever. */
const IMMUTABLE = /-[0-9A-Z]{8}\.(js|css)$/;

/**
 * The headers of a file of the web page.
 * @param name the name of the file
 * @param store the origin to which files are uploaded by form; empty where that is the page's own
 */
export function pageHeaders(
  name: string,
  store: string,
): Readonly<Record<string, string>> & { readonly 'Content-Type': string } {
  return {
    'Content-Type': MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'Cache-Control': IMMUTABLE.test(name) ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    'Content-Security-Policy': contentSecurityPolicy(store),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    // The scope of the worker is the page, which lies above it.
    ...(name === 'service-worker.js' && { 'Service-Worker-Allowed': '/' }),
  };
}

/** Allows browsers to run the page's own script, to show blobs that it made, and to send files to the store. */
function contentSecurityPolicy(store: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    'media-src blob:',
    `connect-src 'self' ${store}`.trim(),
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
