#!/usr/bin/env node
import { ENGINES } from '../functions/engines/index.ts';
import { ensureLayers } from '../layers/ensure.ts';
import { startLocalService } from '../local/service.ts';

await ensureLayers();
const service = await startLocalService({ port: Number(process.env.PORT ?? 3000) });

console.log(`
File conversion service on ${service.origin}/api/v1    (Ctrl-C stops it)

Try it:
  curl -F file=@photo.jpg -F target_format=webp ${service.origin}/api/v1/convert
`);

for (const engine of ENGINES) if (engine.available()) engine.warmUp?.();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    service.stop().then(() => process.exit(0));
  });
}
