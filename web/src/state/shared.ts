/** The cache in which the service worker stores files that another app shared. */
export const SHARED = 'shared-files';

/** Takes the shared files, once. */
export async function takeShared(): Promise<File[]> {
  if (!location.search.includes('shared')) return [];
  history.replaceState(null, '', '/');
  const cache = await caches.open(SHARED);
  const requests = await cache.keys();
  const files = await Promise.all(
    requests.map(async (request) => {
      const response = await cache.match(request);
      const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? 'file');
      return response && new File([await response.blob()], name);
    }),
  );
  await caches.delete(SHARED);
  return files.filter((file) => file !== undefined);
}
