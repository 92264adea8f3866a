import type { Engine } from '../functions/engines/engine.ts';
import { useConverter } from '../functions/services/converter.ts';
import { storage } from '../functions/services/storage.ts';
import { JailedConverter, type JailedEngines } from './jailed-converter.ts';

/** Has the handlers, which run in this process, use the engines of this machine. The stores must have been started. */
export function useJailedEngines(engines: readonly Engine[], where: JailedEngines): JailedConverter {
  const converter = new JailedConverter(engines, storage().files, where);
  useConverter(converter);
  return converter;
}
