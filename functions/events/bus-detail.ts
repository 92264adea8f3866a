import { eventData } from './event-data.ts';
import type { BusDetail } from './event-schema.ts';
import type { Transition } from './transition.ts';

/** The details of an event on the bus. `all`: also the identifier, which permits the download, the filename and options. */
export const EVENT_DETAILS = ['counts', 'all'] as const;

export type EventDetails = (typeof EVENT_DETAILS)[number];

/** From whom the events on the bus are. */
export const EVENT_SOURCE = 'file-conversion';

/**
 * What an event on the bus says of a transition. Rules of an operator carry events anywhere, and archives keep them, so that by
 * default nothing in them is of use to who should not have it.
 * @param nameOf what stands for a conversion where its identifier must not be
 */
export function busDetail(transition: Transition, details: EventDetails, nameOf: (id: string) => string): BusDetail {
  const data = eventData(transition);
  if (details === 'all') return { event_id: transition.id, ...data };
  const {
    conversion_id,
    original_filename: _,
    options: __,
    download_url: ___,
    expires_at: ____,
    error,
    ...counts
  } = data;
  return {
    event_id: transition.id,
    conversion: nameOf(conversion_id),
    ...counts,
    ...(error && { error: { code: error.code } }),
  };
}
