import { Refusal } from './refusal.ts';
import { isSame, sign, signingKey } from './signature.ts';

/** The fields of a form upload before its file. */
export type FormFields = Readonly<Record<string, string>>;

type Condition = Readonly<Record<string, string>> | readonly [string, string | number, string | number];

/** What the policy of a form allows. */
export interface Policy {
  readonly expiration: string;
  readonly conditions: readonly Condition[];
}

/** How many bytes a file may have. */
export interface SizeRange {
  readonly smallest: number;
  readonly largest: number;
}

/**
 * Checks the signed policy of a form upload as S3 does (AWS Signature Version 4).
 * @returns how many bytes the file may have
 * @throws Refusal
 */
export function checkPolicy(fields: FormFields, secret: string): SizeRange {
  const encoded = fields.Policy ?? '';
  const [, ...scope] = (fields['X-Amz-Credential'] ?? '').split('/');
  if (!isSame(sign(signingKey(secret, scope), encoded).toString('hex'), fields['X-Amz-Signature'] ?? '')) {
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the policy.');
  }
  const policy = JSON.parse(Buffer.from(encoded, 'base64').toString()) as Policy;
  if (Date.parse(policy.expiration) < Date.now()) throw denied('Policy expired.');
  return checkConditions(policy.conditions, fields);
}

function checkConditions(conditions: readonly Condition[], fields: FormFields): SizeRange {
  let range = { smallest: 0, largest: Number.POSITIVE_INFINITY };
  for (const condition of conditions) {
    if (isRange(condition)) range = { smallest: condition[1], largest: condition[2] };
    else {
      const [[name, value] = ['', '']] = Object.entries(condition);
      if (name !== 'bucket' && fields[name] !== value) throw denied(`Policy Condition failed: "${name}"`);
    }
  }
  return range;
}

function isRange(condition: Condition): condition is readonly [string, number, number] {
  return Array.isArray(condition) && condition[0] === 'content-length-range';
}

function denied(why: string): Refusal {
  return new Refusal(403, 'AccessDenied', `Invalid according to Policy: ${why}`);
}
