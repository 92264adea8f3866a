#!/usr/bin/env node
import { readKeyMode } from '../functions/callers/key-modes.ts';
import { readPlans } from '../functions/callers/plans.ts';
import { ENVIRONMENT } from '../functions/environment.ts';
import { isUnconfined, jailAvailable, whyNoJail } from '../functions/sandbox/jail.ts';
import { ensureLayers } from '../layers/ensure.ts';
import { type LocalServiceOptions, startLocalService } from '../local/service.ts';

const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL, ALLOWED_HOSTS, STORAGE_MB, KEYS } = process.env;

const settings = orEnd(readSettings);
await ensureLayers();
const service = await startLocalService(settings).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') error.message = `Port ${PORT} is in use. Choose another one: PORT=3001 npm start`;
  return end(error);
});
const key = settings.keys === 'off' ? undefined : await service.makeKey({ account: 'local' });

console.log(`
File conversion service on ${service.origin}/api/v1    (Ctrl-C stops it)
Engines: ${service.engines.map(({ name }) => name).join(', ') || 'none'}
${key ? `API key: ${key}\n` : ''}
Try it:
  curl ${key ? `-H 'X-API-Key: ${key}' ` : ''}-F file=@photo.jpg -F target_format=webp ${service.origin}/api/v1/convert
`);

if (!jailAvailable() && !isUnconfined())
  console.error(`Nothing here confines engines, so that none is started (${whyNoJail()}).
That takes x86-64 or arm64, and Landlock (Linux 5.13, and a seccomp profile of the container that lets it through) or user namespaces; started
by root, engines are other users, who have to be able to read this folder. For files that you trust: UNCONFINED=yes
`);

service.warmUp();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    service.stop().then(() => process.exit(0));
  });
}

/** The settings in the environment. @throws Error that names the variable that is wrong */
function readSettings(): LocalServiceOptions {
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT is ${PORT}: it is a number below 65536`);
  const mostBytes = STORAGE_MB ? Number(STORAGE_MB) * 1024 * 1024 : undefined;
  if (mostBytes !== undefined && !(mostBytes > 0)) throw new Error(`STORAGE_MB is ${STORAGE_MB}: it is a number`);
  const allowedHosts = ALLOWED_HOSTS ? ALLOWED_HOSTS.split(',').map((name) => name.trim()) : undefined;
  readPlans(process.env[ENVIRONMENT.plans]);
  return { port, host: HOST, publicUrl: PUBLIC_URL || undefined, allowedHosts, mostBytes, keys: readKeyMode(KEYS) };
}

function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return end(error);
  }
}

/** Ends with a sentence in the place of a stack trace. */
function end(error: unknown): never {
  console.error(`The service cannot start. ${(error as Error).message}`);
  process.exit(1);
}
