import { ENGINES } from '../functions/engines/index.ts';
import { unpackLayer } from '../functions/sandbox/unpack-layer.ts';
import { LAYER_NAMES } from '../layers/build-layers.ts';
import { bundlePrograms } from '../local/bundle-programs.ts';

// What a first start leaves in the checkout beside the layers, for one that will be read-only: an image.
await bundlePrograms(ENGINES);
for (const name of LAYER_NAMES) await unpackLayer(name);
