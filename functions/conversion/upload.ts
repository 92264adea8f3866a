import type { Caller } from '../callers/caller.ts';
import type { ConversionSettings } from './command.ts';
import type { ConversionFailure } from './conversion.ts';

const MINUTE = 60_000;

/** How long the form of an upload can be used, in milliseconds. */
export const FORM_LIFETIME = 15 * MINUTE;

/** How long an upload is awaited, in milliseconds: one begun in the last moment may take a while to arrive. */
const PATIENCE = 2 * FORM_LIFETIME;

/** A file that a client is going to upload by itself. What it is, is not known before it is there. */
export interface AwaitedUpload extends ConversionSettings {
  /** The identifier of the conversion that it becomes. */
  readonly id: string;
  readonly filename: string;
  /** Under whose name it is counted, as of a conversion. */
  readonly caller: string;
  /** Whose it is. @default nobody's */
  readonly account?: string | undefined;
  /** What its plan is called, as of a conversion. */
  readonly planName?: string | undefined;
  /** What must be the same of a request that is repeated, as of a conversion. */
  readonly fingerprint?: string | undefined;
  /** When its form expires. Times are milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When it is forgotten if it has not come. */
  readonly awaitedUntil: number;
  /** Why it became nothing, if it did. */
  readonly failure?: ConversionFailure;
}

/** An upload that is awaited from now on. */
export function awaitUpload(
  id: string,
  filename: string,
  settings: ConversionSettings,
  { name, account, planName }: Pick<Caller, 'name' | 'account' | 'planName'>,
): AwaitedUpload {
  const now = Date.now();
  const times = { expiresAt: now + FORM_LIFETIME, awaitedUntil: now + PATIENCE };
  return { ...settings, id, filename, caller: name, ...(account && { account, planName }), ...times };
}
