import { buildCallers } from '#aws/callers.ts';
import type { Gate } from '../callers/admit.ts';
import { KeyCache } from '../callers/key-cache.ts';
import { readKeyMode } from '../callers/key-modes.ts';
import { readPlans } from '../callers/plans.ts';
import { CountedSlots, NO_SLOTS, type Slots } from '../callers/slots.ts';
import type { CallerStores } from '../callers/stores.ts';
import { ENVIRONMENT } from '../environment.ts';
import type { WebhookStore } from '../webhooks/stores.ts';

/** The stores of callers, built on first use. */
interface Callers {
  /** @default none: callers have no keys */
  readonly stores?: CallerStores;
  readonly gate: Gate;
  readonly slots: Slots;
}

/** The settings where callers have no keys. */
const WITHOUT_KEYS: Callers = { gate: { mode: 'off' }, slots: NO_SLOTS };

let callers: Callers | undefined;

/** How callers are authenticated: as the infrastructure configures it, unless this process has set something else. */
export function gate(): Gate {
  return build().gate;
}

/** Whether callers have keys, where nobody is authenticated, too. */
export function haveKeys(): boolean {
  return gate().mode !== 'off' || readKeyMode(process.env[ENVIRONMENT.keys]) !== 'off';
}

/** The places for conversions that callers have. */
export function slots(): Slots {
  return build().slots;
}

/** The stores of callers. @throws Error where callers have no keys */
export function callerStores(): CallerStores {
  const { stores } = build();
  if (stores) return stores;
  throw new Error('Nobody has a key here');
}

/** The webhooks of accounts; empty where callers have no keys. */
export function webhookStore(): Pick<WebhookStore, 'list'> {
  return build().stores?.webhooks ?? { list: async () => [] };
}

function build(): Callers {
  callers ??= process.env[ENVIRONMENT.callersTable] ? callersFrom(buildCallers()) : WITHOUT_KEYS;
  return callers;
}

/** Sets other stores of callers than DynamoDB in this process; undefined: callers have no keys. */
export function useCallers(stores: CallerStores | undefined): void {
  callers = stores ? callersFrom(stores) : WITHOUT_KEYS;
}

function callersFrom(stores: CallerStores): Callers {
  const mode = readKeyMode(process.env[ENVIRONMENT.keys]);
  if (mode === 'off') return WITHOUT_KEYS;
  const { limits } = stores;
  const plans = readPlans(process.env[ENVIRONMENT.plans]);
  return { stores, gate: { mode, plans, keys: new KeyCache(stores.keys), limits }, slots: new CountedSlots(limits) };
}
