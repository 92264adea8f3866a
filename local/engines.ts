import type { Engine } from '../functions/engines/engine.ts';
import { useConverter } from '../functions/services/converter.ts';
import type { Bucket } from './bucket/bucket.ts';
import { JailedConverter, type JailedEngines } from './jailed-converter.ts';

/**
 * Makes the handlers, which run in this process, use the engines of this machine.
 * @param bucket of their sources and results
 */
export function useJailedEngines(engines: readonly Engine[], bucket: Bucket, where: JailedEngines): JailedConverter {
  const converter = new JailedConverter(engines, bucket, where);
  useConverter(converter);
  return converter;
}
