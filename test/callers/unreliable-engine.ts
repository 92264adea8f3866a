import { setTimeout } from 'node:timers/promises';
import type { ConversionJob, ConvertedFile, Converter } from '../../functions/conversion/converter.ts';
import { ConversionError, engineFailed, NotBegun } from '../../functions/conversion/errors.ts';

/** A process was killed: it does nothing more. */
export class Killed extends Error {}

/** An engine that makes no files: it reports random outcomes, and fails in all possible ways. */
export class UnreliableEngine {
  /** The outcomes of each conversion, by its identifier: one that was begun again has several. */
  readonly made = new Map<string, ConvertedFile[]>();
  /** The count of each outcome. */
  readonly ends: Record<string, number> = {};
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The converter. @param outlivesRequest see `Converter` */
  converter(outlivesRequest: boolean): Converter {
    return {
      outlivesRequest,
      convert: async (job, { onBegin } = {}) => {
        if (this.#random() < 0.04) throw this.#end('busy', new NotBegun('busy'));
        onBegin?.();
        if (this.#random() < 0.2) await setTimeout(2 + this.#random() * 8);
        return this.#finish(job);
      },
    };
  }

  #finish({ result, targetFormat }: ConversionJob): ConvertedFile {
    const luck = this.#random();
    if (luck < 0.07) throw this.#end('caller killed', new Killed());
    if (luck < 0.15) throw this.#end('engine killed', engineFailed(new Error('signal 9')));
    if (luck < 0.22) throw this.#end('unreadable', new ConversionError('UNREADABLE_FILE', 'The file is damaged.'));
    const file: ConvertedFile = {
      resultFormat: luck < 0.3 ? 'zip' : targetFormat,
      fileSize: 1 + Math.floor(this.#random() * 1e9),
      conversionTime: Math.round(this.#random() * 30_000) / 1000,
    };
    const id = result.replace('results/', '');
    this.made.set(id, [...(this.made.get(id) ?? []), file]);
    this.#end('made', undefined);
    return file;
  }

  #end<E>(end: string, error: E): E {
    this.ends[end] = (this.ends[end] ?? 0) + 1;
    return error;
  }
}
