export type { Engine } from '../functions/engines/engine.ts';
export { ENGINES } from '../functions/engines/index.ts';
export { DropFolder } from './drop-folder/drop-folder.ts';
export type { DropFolderOptions } from './drop-folder/drop-folder-options.ts';
export { WrongLayer } from './engines/built-layers.ts';
export { LayersNotBuilt } from './engines/deployed-engines.ts';
export { FileConversion, type FileConversionProps } from './file-conversion.ts';
