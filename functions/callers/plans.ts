/** What a caller may do. What is left out is without a limit. */
export interface Plan {
  /** How many requests a second, in the long run. */
  readonly requestsPerSecond?: number;
  /** How many requests at one instant, after a while without any. @default 1 */
  readonly burst?: number;
  /** How many conversions may be under way at once. */
  readonly atOnce?: number;
  /** How many conversions a calendar month (UTC); those that fail are not counted. */
  readonly conversionsPerMonth?: number;
  /** How many seconds of engines a calendar month. */
  readonly engineSecondsPerMonth?: number;
  /** The largest file, in bytes; the service itself takes none above 100 MB. */
  readonly largestFile?: number;
}

/** Plans by name. */
export type Plans = Readonly<Record<string, Plan>>;

/** The plan of who comes without a key, where that is allowed, for each address. */
export const ANONYMOUS_PLAN = 'anonymous';

/** The plan of an account for which none is named. */
export const DEFAULT_PLAN = 'default';

/** The plans that are there unless the operator says otherwise. */
export const PLANS = {
  anonymous: {
    requestsPerSecond: 0.5,
    burst: 30,
    atOnce: 2,
    conversionsPerMonth: 250,
    engineSecondsPerMonth: 1_800,
  },
  default: {
    requestsPerSecond: 1,
    burst: 60,
    atOnce: 10,
    conversionsPerMonth: 10_000,
    engineSecondsPerMonth: 36_000,
  },
  pro: {
    requestsPerSecond: 20,
    burst: 200,
    atOnce: 50,
    conversionsPerMonth: 250_000,
    engineSecondsPerMonth: 900_000,
  },
} as const satisfies Plans;

const LIMITS = [
  'requestsPerSecond',
  'burst',
  'atOnce',
  'conversionsPerMonth',
  'engineSecondsPerMonth',
  'largestFile',
] as const satisfies readonly (keyof Plan)[];

/**
 * Reads the plans that an operator wrote, which take the place of those of the same name.
 * @param text JSON, as `{"default": {"atOnce": 5}}`
 * @throws Error when it is none, or has a limit that does not exist or is no positive number
 */
export function readPlans(text: string | undefined): Plans {
  if (!text) return PLANS;
  const plans = parseJson(text);
  if (!isObject(plans)) throw new Error('The plans are no object of plans by name');
  for (const [name, plan] of Object.entries(plans)) checkPlan(name, plan);
  return { ...PLANS, ...(plans as Plans) };
}

/** Checks that what an operator wrote is a plan. @throws Error that says what is wrong with it */
export function checkPlan(name: string, plan: unknown): asserts plan is Plan {
  if (!isObject(plan)) throw new Error(`The plan ${name} is no object of limits`);
  for (const [limit, value] of Object.entries(plan)) {
    if (!LIMITS.some((known) => known === limit))
      throw new Error(`The plan ${name} has the limit ${limit}; there are ${LIMITS.join(', ')}`);
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value))
      throw new Error(`The limit ${limit} of the plan ${name} is no positive number`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The plans are no JSON: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
