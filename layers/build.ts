import { parseArgs } from 'node:util';
import { buildLayers, LAYER_NAMES } from './build-layers.ts';

// npm run layers [-- name... --update]
const { values, positionals } = parseArgs({ allowPositionals: true, options: { update: { type: 'boolean' } } });
const unknown = positionals.filter((name) => !LAYER_NAMES.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no layer ${unknown.join(', ')}. There are ${LAYER_NAMES.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  const { built, failed } = await buildLayers(positionals.length > 0 ? positionals : LAYER_NAMES, values.update);
  for (const [name, error] of failed) process.stderr.write(`layer ${name}: ${error.message}\n`);
  process.stderr.write(`layers ready: ${built.join(', ') || 'none'}\n`);
  if (failed.size > 0) process.exitCode = 1;
}
