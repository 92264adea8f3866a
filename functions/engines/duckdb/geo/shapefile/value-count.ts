import { LIMITS } from '../../limits.ts';
import { tooComplex } from '../../unreadable.ts';

/** Counts the values that a source becomes, while it is read: each is an object in memory. */
export class ValueCount {
  #values = 0;

  /** @throws ConversionError TOO_COMPLEX */
  add(values: number): void {
    this.#values += values;
    if (this.#values > LIMITS.nodes)
      throw tooComplex(`The file has more values than the ${LIMITS.nodes} that are converted.`);
  }
}
