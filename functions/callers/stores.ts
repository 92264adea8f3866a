import type { WebhookStore } from '../webhooks/stores.ts';
import type { ApiKey } from './api-key.ts';
import type { Plan } from './plans.ts';

/** The keys, by their digests. */
export interface KeyStore {
  find(digest: string): Promise<ApiKey | undefined>;
  /** Keeps a key, in the place of what is kept by its digest. */
  put(key: ApiKey): Promise<void>;
  /** All keys, of one account or of all. For the operator: it may take a while. */
  list(account?: string): Promise<readonly ApiKey[]>;
}

/** How it stands with the rate of a caller. */
export interface RateState {
  /** Whether the request passes. */
  readonly passed: boolean;
  /** How many more would pass now. */
  readonly remaining: number;
  /** Milliseconds until as many pass as ever. */
  readonly reset: number;
  /** Milliseconds until the next one passes; 0 if it would now. */
  readonly retryAfter: number;
}

/** What a caller has used in a calendar month. */
export interface MonthlyUse {
  readonly conversions: number;
  readonly engineSeconds: number;
  /** Of the uploaded files of conversions that became ready. */
  readonly bytesIn: number;
  /** Of their results. */
  readonly bytesOut: number;
}

/** The outcome of a request for a slot. */
export interface SlotTaken {
  /** `held`: the same conversion had it already. */
  readonly outcome: 'taken' | 'held' | 'too many at once' | 'no conversions left' | 'no engine seconds left';
  readonly use: MonthlyUse;
}

/** The end of what held a slot. */
export interface SlotEnd {
  /** What the engine took, in seconds. @default none: the conversion failed, and is not counted */
  readonly engineSeconds?: number | undefined;
  /** Of the uploaded file; counted with the seconds. @default 0 */
  readonly bytesIn?: number | undefined;
  /** Of the result; counted with the seconds. @default 0 */
  readonly bytesOut?: number | undefined;
  /**
   * Until when the place is held at the latest: one that is held longer was taken after this end, by a request that
   * repeats the first, and stays. @default any
   */
  readonly heldUntil?: number | undefined;
}

/**
 * What callers have used of what they may. Exact: of any number of requests at once no more pass than may, and what is
 * said twice counts once, with one exception: a request whose answer from the store was lost may count twice for the rate.
 */
export interface LimitStore {
  /**
   * Counts a request of a caller, if it may pass: the generic cell rate algorithm.
   * @param rate requests a second, and how many at one instant
   */
  pass(caller: string, rate: Required<Pick<Plan, 'requestsPerSecond' | 'burst'>>): Promise<RateState>;
  /**
   * Counts a conversion of a caller in, and holds a place for it among those that may be under way at once.
   * @param id of the conversion: it has one place, however often it asks
   * @param until when the slot expires if it is not released
   */
  take(caller: string, id: string, until: number, plan: Plan): Promise<SlotTaken>;
  /** Frees the place of a conversion; says nothing of one that has none (any more). */
  release(caller: string, id: string, end: SlotEnd): Promise<void>;
  /** What a caller has used in a month, written as in `2026-11`. */
  use(caller: string, month: string): Promise<MonthlyUse>;
}

/** What is known of callers. */
export interface CallerStores {
  readonly keys: KeyStore;
  readonly limits: LimitStore;
  readonly webhooks: WebhookStore;
}
