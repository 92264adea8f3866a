import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { searchableOrders, waysOf } from '../../functions/conversion/ways.ts';
import { type ConvertedBytes, convertBytes } from './engine.ts';

/** What sources became when they were recognised, by how: to read a page takes longer than to write a document. */
const known = new WeakMap<Uint8Array, Map<string, Promise<ConvertedBytes>>>();

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
  const files = known.get(source) ?? new Map<string, Promise<ConvertedBytes>>();
  const way = JSON.stringify([recogniser.name, recognition]);
  const searchable =
    files.get(way) ?? convertBytes(recogniser, source, [originalFormat, 'pdf'], { options: recognition });
  known.set(source, files.set(way, searchable));
  return convertBytes(engine, (await searchable).file, [read.originalFormat, targetFormat], { options });
}
