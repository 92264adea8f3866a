import type { Engine } from '../functions/engines/engine.ts';
import { useConverter } from '../functions/services/converter.ts';
import type { Bucket } from './bucket/bucket.ts';
import { JailedConverter } from './jailed-converter.ts';

/**
 * Has the handlers, which run in this process, use the engines of this machine.
 * @param bucket with their sources, and for their results
 * @param folder an empty one, in which engines get theirs
 */
export function useJailedEngines(engines: readonly Engine[], bucket: Bucket, folder: string): JailedConverter {
  const converter = new JailedConverter(engines, bucket, folder);
  useConverter(converter);
  return converter;
}
