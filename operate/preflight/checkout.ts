import { type Engine, layersOf } from '../../functions/engines/engine.ts';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { type Finding, ok, stop, warning } from './finding.ts';

/** The memory limit of functions that new accounts are reported to have, in MB; many accounts have 10,240. */
const LEAST_MEMORY_LIMIT = 3008;

/** Whether a layer is built for an architecture. */
export type IsBuilt = (layer: string, architecture: Architecture) => boolean;

const BUILD = 'npm run layers -- --architecture arm64';

/** Checks that the layers of engines are built: for Graviton, on which a second costs less, or for x86-64. */
export function checkLayers(engines: readonly Engine[], isBuilt: IsBuilt): Finding[] {
  const layers = [...new Set(engines.flatMap(layersOf))].sort();
  const missing = layers.filter((layer) => !isBuilt(layer, 'arm64'));
  if (missing.length === 0) return [ok('The layers that engines need are built.')];
  if (layers.every((layer) => isBuilt(layer, 'x86_64')))
    return [
      warning(
        'The layers are built for x86_64, so engines are deployed on that. On arm64 a second costs a fifth less: ' +
          `"${BUILD}" builds the layers, and -c architecture=arm64 insists on them.`,
      ),
    ];
  return [stop(`Layers are not built, or not as their recipes say: ${missing.join(', ')}. Run "${BUILD}".`)];
}

/** No API reports the memory limit of functions in an account: a deployment above it fails. */
export function checkMemory(engines: readonly Engine[]): Finding[] {
  const most = Math.max(...engines.map(({ worker }) => worker.memory));
  if (most <= LEAST_MEMORY_LIMIT)
    return [
      ok(
        `Functions have ${most} MB at most, which new accounts allow too, as far as is known. Where yours allows more, ` +
          '-c videoMemory=8846 encodes videos with six processors.',
      ),
    ];
  return [
    warning(
      `An engine has ${most} MB. Some accounts allow ${LEAST_MEMORY_LIMIT}, which no API tells: the deployment then fails ` +
        'with "MemorySize value failed to satisfy constraint", and is rolled back. AWS Support raises it.',
    ),
  ];
}

/** No page lists the regions that have web functions, and the SDK for JavaScript has no client for them. */
export function checkWebFunctions(region: string): Finding[] {
  return [
    warning(
      `Not known: whether ${region} has Lambda web functions, which take large uploads. ` +
        `"aws lambda-web get-web-account-settings --region ${region}" is answered where they are; elsewhere deploy ` +
        'with -c ingest=fargate.',
    ),
  ];
}
