import type { Engine } from '../functions/engines/engine.ts';
import { useConverter } from '../functions/services/converter.ts';
import { storage } from '../functions/services/storage.ts';
import { JailedConverter } from './jailed-converter.ts';

/**
 * Has the handlers, which run in this process, use the engines of this machine. The stores must have been started.
 * @param folder an empty one, in which engines get theirs
 */
export function useJailedEngines(engines: readonly Engine[], folder: string): JailedConverter {
  const converter = new JailedConverter(engines, storage().files, folder);
  useConverter(converter);
  return converter;
}
