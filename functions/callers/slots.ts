import type { Conversion } from '../conversion/conversion.ts';
import { ConversionError } from '../conversion/errors.ts';
import type { Caller } from './caller.ts';
import { endOfMonth, monthOf } from './months.ts';
import type { LimitStore, SlotTaken } from './stores.ts';

/** When the slot of a conversion expires that is not released, in milliseconds: longer than its request and its job may take together. */
const SLOT_LIFETIME = 60 * 60_000;

/** Seconds after which a place may have become free. */
const SOON = 5;

/** The places for conversions under way that each caller has. */
export interface Slots {
  /**
   * Counts a conversion in.
   * @param until when its place expires if it is not released, in milliseconds since the epoch. @default in an hour
   * @returns whether it is counted from now on: not if it was before, or nothing is
   * @throws ConversionError RATE_LIMITED (too many at once) or QUOTA_EXCEEDED
   */
  take(caller: Caller, id: string, until?: number): Promise<boolean>;
  /** Holds the place that was taken for an upload form while its job runs, even where it has expired meanwhile. */
  hold(conversion: Pick<Conversion, 'id' | 'caller' | 'createdAt'>): Promise<void>;
  /** Counts out a conversion that has ended; the end may be reported more than once, and late. */
  release(conversion: EndedConversion): Promise<void>;
}

/** A conversion that has ended, or that was not begun: of that less is known. */
export type EndedConversion = Pick<Conversion, 'id' | 'caller' | 'state' | 'conversionTime' | 'fileSize'> &
  Partial<Pick<Conversion, 'createdAt' | 'sourceSize'>>;

/** Where nothing is limited. */
export const NO_SLOTS: Slots = { take: async () => false, hold: async () => undefined, release: async () => undefined };

/** Places that are counted. */
export class CountedSlots implements Slots {
  readonly #limits: LimitStore;

  constructor(limits: LimitStore) {
    this.#limits = limits;
  }

  async take({ name, plan }: Caller, id: string, until = Date.now() + SLOT_LIFETIME): Promise<boolean> {
    const { outcome } = await this.#limits.take(name, id, until, plan);
    if (outcome === 'taken' || outcome === 'held') return outcome === 'taken';
    throw refusal(outcome, { name, plan });
  }

  async hold({ id, caller, createdAt }: Pick<Conversion, 'id' | 'caller' | 'createdAt'>): Promise<void> {
    await this.#limits.release(caller, id, {});
    await this.#limits.take(caller, id, createdAt + SLOT_LIFETIME, {});
  }

  async release(conversion: EndedConversion): Promise<void> {
    const { id, caller, state, createdAt, conversionTime: engineSeconds = 0 } = conversion;
    const use = { engineSeconds, bytesIn: conversion.sourceSize, bytesOut: conversion.fileSize };
    const counted = state === 'ready' || state === 'spent';
    // Its place was taken before it was made.
    const heldUntil = createdAt === undefined ? undefined : createdAt + SLOT_LIFETIME;
    if (caller) await this.#limits.release(caller, id, { ...(counted && use), heldUntil });
  }
}

function refusal(outcome: Exclude<SlotTaken['outcome'], 'taken' | 'held'>, { plan }: Caller): ConversionError {
  if (outcome === 'too many at once') {
    const message = `${plan.atOnce} conversions are under way, which is as many as may be at once. Try again when one is done.`;
    return new ConversionError('RATE_LIMITED', message, { retryAfter: SOON });
  }
  const end = endOfMonth(monthOf(Date.now()));
  const limit =
    outcome === 'no conversions left'
      ? `${plan.conversionsPerMonth} conversions`
      : `${plan.engineSecondsPerMonth} seconds of engine time`;
  const message = `The ${limit} of this month are used up. It begins anew at ${new Date(end).toISOString()}.`;
  return new ConversionError('QUOTA_EXCEEDED', message, { retryAfter: Math.ceil((end - Date.now()) / 1000) });
}
