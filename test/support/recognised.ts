import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { searchableOrders, waysOf } from '../../functions/conversion/ways.ts';
import { type ConvertedBytes, convertBytes } from './engine.ts';

/** Converts a file by its first way, which makes it searchable, as the service does it. */
export async function convertRecognised(
  source: Uint8Array,
  [originalFormat, targetFormat]: readonly [FormatName, FormatName],
  options: Options = {},
): Promise<ConvertedBytes> {
  const chosen = chooseEngine(originalFormat, targetFormat, options);
  const job = { originalFormat, targetFormat, options, secrets: {}, quality: 'medium', result: '' } as const;
  const [{ recogniser, engine }] = waysOf(job, chosen);
  if (!recogniser) throw new Error(`${engine.name} reads ${originalFormat} itself`);
  const orders = searchableOrders({ ...job, engine: chosen.name, source }, { recogniser, engine });
  const [{ options: recognition }, read] = orders;
  const { file } = await convertBytes(recogniser, source, [originalFormat, 'pdf'], { options: recognition });
  return convertBytes(engine, file, [read.originalFormat, targetFormat], { options });
}
