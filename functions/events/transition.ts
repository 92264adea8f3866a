import { hash } from 'node:crypto';
import { type Conversion, type ConversionFailure, failureOf } from '../conversion/conversion.ts';
import type { AwaitedUpload } from '../conversion/upload.ts';

/** What can happen to a conversion. `expired`: its result can be downloaded no more, since it was, or its time is over. */
export const EVENT_TYPES = ['conversion.ready', 'conversion.failed', 'conversion.expired'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What is kept under an identifier at a moment. `stored`: a file of it is. */
export type Snapshot = (
  | { readonly conversion: Conversion }
  | {
      /** It has not become a conversion; one that has a failure was refused. */
      readonly upload: AwaitedUpload;
    }
) & { readonly stored: boolean };

/** A conversion that failed, or an upload that was refused: of that less is known. */
export type FailedConversion = Pick<
  Conversion,
  'id' | 'originalFilename' | 'targetFormat' | 'quality' | 'options' | 'caller' | 'account' | 'webhookUrl'
> &
  Partial<Pick<Conversion, 'originalFormat' | 'sourceSize' | 'engine' | 'createdAt'>> & {
    readonly failure: ConversionFailure;
  };

interface Happened<T extends EventType, C> {
  readonly type: T;
  /** The same however often it is delivered: derived from the conversion and the type, and not to be turned back. */
  readonly id: string;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  /** The record as it is from then on, without secrets. */
  readonly conversion: C;
}

/** That a conversion became ready, failed or expired. Each happens once to a conversion, and may be delivered twice. */
export type Transition =
  | Happened<'conversion.ready', Conversion>
  | Happened<'conversion.failed', FailedConversion>
  | Happened<'conversion.expired', Conversion>;

/** A transition before it has a name and a time. */
type Outcome = Transition extends infer T ? (T extends Transition ? Pick<T, 'type' | 'conversion'> : never) : never;

/**
 * What happened between two states of what is kept under an identifier.
 * @param before undefined: nothing was
 * @param after undefined: it was forgotten, which is no event
 * @param at when it happened, in milliseconds since the epoch
 * @returns undefined when nothing happened that is an event
 */
export function transitionOf(
  before: Snapshot | undefined,
  after: Snapshot | undefined,
  at: number,
): Transition | undefined {
  const outcome = after && outcomeOf(after);
  if (!outcome || (before && outcomeOf(before)?.type === outcome.type)) return undefined;
  return { ...outcome, id: eventId(outcome), at };
}

/**
 * How it stands with what has ended, by what is stored alone: nobody writes that a time is over, but the sweep deletes the
 * files then, and writes that.
 */
function outcomeOf(snapshot: Snapshot): Outcome | undefined {
  if ('upload' in snapshot) return refusalOf(snapshot.upload);
  const { conversion, stored } = snapshot;
  switch (conversion.state) {
    case 'processing':
      return stored ? undefined : failed(conversion);
    case 'failed':
      return failed(conversion);
    case 'ready':
      return { type: stored ? 'conversion.ready' : 'conversion.expired', conversion };
    case 'spent':
      return { type: 'conversion.expired', conversion };
  }
}

/** A conversion that was never ended still has its secrets. */
function failed({ secrets: _, ...conversion }: Conversion): Outcome {
  return { type: 'conversion.failed', conversion: { ...conversion, failure: failureOf(conversion) } };
}

/** An upload that did not come is nothing; one that was refused is to its client a conversion that failed. */
function refusalOf(upload: AwaitedUpload): Outcome | undefined {
  const { id, filename, targetFormat, quality, options, caller, account, webhookUrl, failure } = upload;
  if (!failure) return undefined;
  const known = { id, originalFilename: filename, targetFormat, quality, options, caller };
  return {
    type: 'conversion.failed',
    conversion: { ...known, ...(account && { account }), ...(webhookUrl && { webhookUrl }), failure },
  };
}

/** The conversion cannot be derived from it, whose identifier is the right to download. */
function eventId({ type, conversion }: Outcome): string {
  return `evt_${hash('sha256', `${type} ${conversion.id}`).slice(0, 32)}`;
}
