import type { Caller } from '../callers/caller.ts';
import type { ConversionSettings } from './command.ts';
import type { ConversionFailure } from './conversion.ts';

const MINUTE = 60_000;

/** How long an upload form is valid, in milliseconds. */
const FORM_LIFETIME = 15 * MINUTE;

/** How long an upload is awaited, in milliseconds: one that begins just before the form expires takes a while. */
const UPLOAD_TIMEOUT = 2 * FORM_LIFETIME;

/** An upload for which a client has a form. Its format is not known before it arrives. */
export interface AwaitedUpload extends ConversionSettings {
  /** The identifier of the conversion that it becomes; the other fields are those of a conversion. */
  readonly id: string;
  readonly filename: string;
  readonly caller: string;
  readonly account?: string | undefined;
  readonly planName?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** When its form expires. Times are milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When its record expires if the file has not arrived. */
  readonly awaitedUntil: number;
  /** Why it was refused, if it was. */
  readonly failure?: ConversionFailure;
}

/** Makes the record of an upload that is awaited from now on. */
export function awaitUpload(
  id: string,
  filename: string,
  settings: ConversionSettings,
  { name, account, planName }: Pick<Caller, 'name' | 'account' | 'planName'>,
): AwaitedUpload {
  const now = Date.now();
  const times = { expiresAt: now + FORM_LIFETIME, awaitedUntil: now + UPLOAD_TIMEOUT };
  return { ...settings, id, filename, caller: name, ...(account && { account, planName }), ...times };
}
