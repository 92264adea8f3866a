import { ENGINES } from '../functions/engines/index.ts';
import { unpackLayer } from '../functions/sandbox/unpack-layer.ts';
import { LAYER_NAMES } from '../layers/build-layers.ts';
import { bundlePrograms } from '../local/bundle-programs.ts';

// Makes the files that a first start would write into the checkout, for a container image, which is read-only.
await bundlePrograms(ENGINES);
for (const name of LAYER_NAMES) await unpackLayer(name);
