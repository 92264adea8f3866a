import { ConversionError } from '../conversion/errors.ts';
import { EVENT_TYPES, type EventType } from '../events/transition.ts';
import type { EndpointSettings } from '../webhooks/endpoint.ts';
import { readWebhookUrl } from '../webhooks/webhook-url.ts';
import { readJsonObject } from './json-body.ts';
import type { EventBody } from './request.ts';

const LONGEST_DESCRIPTION = 200;

/** How many conversions one request can replay. */
const MOST_REPLAYED = 100;

/**
 * Parses the settings of a new webhook.
 * @param allowed origins that need not be public
 * @throws ConversionError INVALID_REQUEST
 */
export function readWebhookSettings(event: EventBody, allowed: readonly string[]): EndpointSettings {
  const { url, events, description, ...others } = readJsonObject(event, '{"url": "https://example.com/hook"}');
  refuseOthers(others, ['url', 'events', 'description']);
  if (typeof url !== 'string') throw invalid('The field "url" must be a text.');
  return { url: readWebhookUrl(url, allowed), events: eventsIn(events), description: descriptionIn(description) };
}

/** Parses the identifiers of conversions whose events are to be replayed. @throws ConversionError INVALID_REQUEST */
export function readReplay(event: EventBody): readonly string[] {
  const { conversion_ids: ids, ...others } = readJsonObject(event, '{"conversion_ids": ["..."]}');
  refuseOthers(others, ['conversion_ids']);
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= MOST_REPLAYED;
  if (isList && ids.every((id) => typeof id === 'string')) return [...new Set<string>(ids)];
  throw invalid(`The field "conversion_ids" must be a list of 1 to ${MOST_REPLAYED} identifiers.`);
}

function eventsIn(events: unknown): readonly EventType[] | undefined {
  if (events === undefined || events === null) return undefined;
  const known = Array.isArray(events) ? EVENT_TYPES.filter((type) => events.includes(type)) : [];
  if (Array.isArray(events) && events.length > 0 && new Set(events).size === known.length) return known;
  throw invalid(`The field "events" must be a list of some of: ${EVENT_TYPES.join(', ')}.`);
}

function descriptionIn(description: unknown): string | undefined {
  if (description === undefined || description === null) return undefined;
  const isGood = typeof description === 'string' && description.length <= LONGEST_DESCRIPTION;
  if (isGood && !/\p{C}/u.test(description)) return description;
  throw invalid(`The field "description" must be a text of at most ${LONGEST_DESCRIPTION} characters.`);
}

function refuseOthers(others: object, known: readonly string[]): void {
  if (Object.keys(others).length > 0) throw invalid(`The fields are: ${known.join(', ')}.`);
}

function invalid(message: string): ConversionError {
  return new ConversionError('INVALID_REQUEST', message);
}
