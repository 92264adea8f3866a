import { SHARED } from './state/shared.ts';

/** The used part of a service worker, whose types conflict with those of a page. */
interface Worker {
  addEventListener(
    name: 'activate' | 'install',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const worker = globalThis as unknown as Worker;

/** A page of a pair of formats. */
const PAIR = /^\/[a-z0-9]+-to-[a-z0-9]+$/;

/** The cache of the page, so that it opens offline. */
const SHELL = 'shell';

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/share') event.respondWith(keepShared(request));
  else if (request.method === 'GET' && isShell(pathname)) event.respondWith(freshOrKept(request));
});

function isShell(pathname: string): boolean {
  return pathname === '/' || pathname.startsWith('/page/') || PAIR.test(pathname);
}

/** The response of the network, or the cached one when offline. */
async function freshOrKept(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** Stores files that another app shares (Web Share Target), and opens the page, which takes them. */
async function keepShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const cache = await caches.open(SHARED);
  for (const [index, file] of form.getAll('files').entries())
    if (file instanceof File) await cache.put(`/shared/${index}/${encodeURIComponent(file.name)}`, new Response(file));
  return Response.redirect('/?shared', 303);
}
