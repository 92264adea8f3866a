import { ENGINES } from '../functions/engines/index.ts';
import { BUILD } from '../layers/folders.ts';
import { packAll } from './pack-all.ts';

// npm run pack: all packages of a release, in build/npm.
await packAll(`${BUILD}npm`, ENGINES);
