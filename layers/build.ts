import { parseArgs } from 'node:util';
import { type Architecture, MACHINE } from '../functions/sandbox/architecture.ts';
import { buildLayers, LAYER_NAMES } from './build-layers.ts';
import { PLATFORMS } from './platform.ts';

// npm run layers [-- name... --architecture arm64 --update]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { update: { type: 'boolean' }, architecture: { type: 'string', default: MACHINE } },
});
const { update, architecture } = values;
const unknown = positionals.filter((name) => !LAYER_NAMES.includes(name));
if (unknown.length > 0 || !isArchitecture(architecture)) {
  const layers = `There is no layer ${unknown.join(', ')}. There are ${LAYER_NAMES.join(', ')}.`;
  const processors = `There are no layers for ${architecture}, but for ${Object.keys(PLATFORMS).join(' and ')}.`;
  process.stderr.write(`${unknown.length > 0 ? layers : processors}\n`);
  process.exitCode = 2;
} else {
  const names = positionals.length > 0 ? positionals : LAYER_NAMES;
  const { built, failed } = await buildLayers(names, { update, architecture });
  for (const [name, error] of failed) process.stderr.write(`layer ${name}: ${error.message}\n`);
  process.stderr.write(`layers ready: ${built.join(', ') || 'none'}\n`);
  if (failed.size > 0) process.exitCode = 1;
}

function isArchitecture(name: string): name is Architecture {
  return Object.hasOwn(PLATFORMS, name);
}
