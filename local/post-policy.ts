import { Refusal } from './refusal.ts';
import { type Credentials, isCredential, isSame, signatureOf } from './signature.ts';

/** The fields of a form upload before its file. */
export type FormFields = ReadonlyMap<string, string>;

type Condition = Readonly<Record<string, string>> | readonly [string, string | number, string | number];

/** The policy of a form. */
interface Policy {
  readonly expiration: string;
  readonly conditions: readonly Condition[];
}

/** The allowed size of a file in bytes. */
export interface SizeRange {
  readonly smallest: number;
  readonly largest: number;
}

/** The fields without a condition: the policy cannot name itself or its signature. */
const UNCONDITIONAL = ['Policy', 'X-Amz-Signature'];

/**
 * Checks the signed policy of a form upload as S3 does (AWS Signature Version 4).
 * @param bucket the name of the bucket to which it is sent
 * @returns the allowed size of the file
 * @throws Refusal
 */
export function checkPolicy(fields: FormFields, bucket: string, credentials: Credentials): SizeRange {
  const encoded = fields.get('Policy') ?? '';
  const [Algorithm, Credential, date = ''] = ['Algorithm', 'Credential', 'Date'].map((name) =>
    fields.get(`X-Amz-${name}`),
  );
  const signed = isCredential(credentials, { Algorithm, Credential, Date: date });
  if (!signed || !isSame(signatureOf(credentials, date, encoded), fields.get('X-Amz-Signature') ?? ''))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the policy.');
  const policy = JSON.parse(Buffer.from(encoded, 'base64').toString()) as Policy;
  if (!(Date.now() < Date.parse(policy.expiration))) throw denied('Policy expired.');
  return checkConditions(policy.conditions, fields, bucket);
}

/** Each condition has to be met, and each field has to have a condition, so that no field is unsigned. */
function checkConditions(conditions: readonly Condition[], fields: FormFields, bucket: string): SizeRange {
  const range = conditions.find(isRange);
  const wanted = new Map(conditions.filter((condition) => !isRange(condition)).flatMap(Object.entries));
  for (const [name, value] of wanted)
    if (value !== (name === 'bucket' ? bucket : fields.get(name))) throw denied(`Policy Condition failed: "${name}"`);
  for (const [name, value] of fields)
    if (!UNCONDITIONAL.includes(name) && value !== wanted.get(name)) throw denied(`Extra input fields: "${name}"`);
  if (!wanted.has('key') || !wanted.has('bucket')) throw denied('The policy lacks a condition.');
  return { smallest: range?.[1] ?? 0, largest: range?.[2] ?? Number.POSITIVE_INFINITY };
}

function isRange(condition: Condition): condition is readonly [string, number, number] {
  return Array.isArray(condition) && condition[0] === 'content-length-range';
}

function denied(why: string): Refusal {
  // The name of a field is the client's, and the response is XML.
  return new Refusal(403, 'AccessDenied', `Invalid according to Policy: ${why.replace(/[^\w .:"-]/g, '')}`);
}
