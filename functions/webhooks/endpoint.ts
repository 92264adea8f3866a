import { randomBytes } from 'node:crypto';
import { EVENT_TYPES, type EventType } from '../events/transition.ts';
import { newSecret, type Secret } from './secrets.ts';

/** How many endpoints an account may have. */
export const MOST_ENDPOINTS = 10;

const DAY = 86_400_000;

/** How long an endpoint may fail before nothing is sent to it any more, in milliseconds. */
const LONGEST_FAILING = 3 * DAY;

/** How it stands with an endpoint. Times are milliseconds since the epoch. */
export interface Health {
  /** Since when nothing that was sent has arrived. @default the last one did */
  readonly failingSince?: number | undefined;
  /** What became of the last one that did not arrive, in words. */
  readonly lastError?: string | undefined;
  /** Since when nothing is sent any more. @default it is */
  readonly disabledAt?: number | undefined;
}

/** Where an account wants the events of its conversions sent. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** The events that are sent to it. */
  readonly events: readonly EventType[];
  readonly description: string;
  /** The newest first. */
  readonly secrets: readonly Secret[];
  readonly createdAt: number;
  readonly health: Health;
}

/** What an account says of a new endpoint. */
export interface EndpointSettings {
  readonly url: string;
  /** @default all */
  readonly events?: readonly EventType[] | undefined;
  readonly description?: string | undefined;
}

const ID = /^wh_[0-9a-f]{24}$/;

export function newEndpoint({ url, events = EVENT_TYPES, description = '' }: EndpointSettings): WebhookEndpoint {
  const id = `wh_${randomBytes(12).toString('hex')}`;
  return { id, url, events, description, secrets: [newSecret()], createdAt: Date.now(), health: {} };
}

/** Whether a text can be the identifier of an endpoint; anything else is never looked up. */
export function isEndpointId(text: string): boolean {
  return ID.test(text);
}

/** How it stands with an endpoint after something did not arrive. @param gone it says so itself */
export function healthAfterFailure({ failingSince, disabledAt }: Health, lastError: string, gone: boolean): Health {
  const now = Date.now();
  const since = failingSince ?? now;
  const disabled = disabledAt ?? (gone || now - since >= LONGEST_FAILING ? now : undefined);
  return { failingSince: since, lastError, ...(disabled !== undefined && { disabledAt: disabled }) };
}
