import { type Conversion, LINK_LIFETIME } from '../conversion/conversion.ts';
import type { FormatName } from '../conversion/formats.ts';
import { dayOf } from './days.ts';

/**
 * The record by which a conversion that became ready is billed. Of the file it has only formats and sizes, of a caller
 * without a key nothing. Times are milliseconds since the epoch.
 */
export interface LedgerEntry {
  /** Of the conversion: there is one entry for each. */
  readonly id: string;
  /** @default none: it was requested without a key */
  readonly account?: string | undefined;
  /** The name of the plan that the key had then. @default it is not known */
  readonly plan?: string | undefined;
  /**
   * On which it was entered (UTC), as in `2026-11-21`: mostly that of the end. One that is reported late is of the day on
   * which it is reported, so that a day that is over never changes.
   */
  readonly day: string;
  readonly createdAt: number;
  readonly endedAt: number;
  readonly originalFormat: FormatName;
  readonly targetFormat: FormatName;
  readonly resultFormat: FormatName;
  readonly engine: string;
  readonly engineSeconds: number;
  /** Of the uploaded file. */
  readonly bytesIn: number;
  /** Of the result. */
  readonly bytesOut: number;
}

/** The names of the fields of an entry, in tables and in reports. */
export const LEDGER_FIELDS = {
  id: 'conversion_id',
  account: 'account',
  plan: 'plan',
  day: 'day',
  createdAt: 'created_at',
  endedAt: 'ended_at',
  originalFormat: 'original_format',
  targetFormat: 'target_format',
  resultFormat: 'result_format',
  engine: 'engine',
  engineSeconds: 'engine_seconds',
  bytesIn: 'bytes_in',
  bytesOut: 'bytes_out',
} as const satisfies Record<keyof LedgerEntry, string>;

/** The ledger of what is to be billed: one entry for each conversion that became ready, never changed. */
export interface LedgerStore {
  /** Keeps an entry, if there is none of this conversion. @returns whether there was none */
  record(entry: LedgerEntry): Promise<boolean>;
  /** The entries of a day, in an order that is always the same. */
  of(day: string): AsyncIterable<LedgerEntry>;
}

/** The entry of a conversion that became ready. @param now when it is entered, in milliseconds since the epoch */
export function entryOf(conversion: Conversion, now: number): LedgerEntry {
  const { id, account, planName, createdAt, expiresAt, originalFormat, targetFormat, resultFormat, engine } =
    conversion;
  return {
    id,
    ...(account !== undefined && { account }),
    ...(planName !== undefined && { plan: planName }),
    day: dayOf(now),
    createdAt,
    // A link lives from the end of the conversion on.
    endedAt: expiresAt - LINK_LIFETIME,
    originalFormat,
    targetFormat,
    resultFormat,
    engine,
    engineSeconds: conversion.conversionTime ?? 0,
    bytesIn: conversion.sourceSize,
    bytesOut: conversion.fileSize ?? 0,
  };
}
