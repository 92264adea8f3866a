import { describe, expect, it } from 'vitest';
import { checkPolicy } from '../../local/post-policy.ts';
import { checkLink } from '../../local/signature.ts';
import { type ForgedRequest, hmac, keyOf, moment, signedLink } from './signer.ts';

// Everything here is signed with the right secret, so that nothing but the check under test can refuse it.
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'secret' };
const TODAY = moment().slice(0, 8);
const SCOPE = `${TODAY}/us-east-1/s3/aws4_request`;
const URL_OF_FILE = 'http://localhost:3000/files/results/a';

type Change = Partial<ForgedRequest> & { readonly target?: string; readonly behind?: string };

function check({ target = URL_OF_FILE, behind = '', ...change }: Change = {}): string {
  const scope = change.scope ?? SCOPE;
  const forged = { method: 'GET', url: new URL(target), scope, key: keyOf('secret', scope), ...change };
  const { pathname, search, host } = new URL(signedLink(forged));
  try {
    checkLink({ method: 'GET', url: `${pathname}${search}${behind}`, headers: { host } }, CREDENTIALS);
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('a link that is signed with the secret', () => {
  it('is taken as it is made', () => {
    expect(check()).toBe('taken');
    expect(check({ expires: '604800' })).toBe('taken');
    // Its scope is of the same day, which near midnight is another one than today.
    const soon = moment(Date.now() + 600_000);
    expect(check({ date: soon, scope: SCOPE.replace(TODAY, soon.slice(0, 8)) })).toBe('taken');
    expect(check({ target: `${URL_OF_FILE}?response-content-type=a%2Bb%20c` })).toBe('taken');
  });

  it.each<[string, Change]>([
    ['no scope', { scope: '' }],
    ['the day alone', { scope: TODAY }],
    ['no end of the scope', { scope: `${TODAY}/us-east-1/s3` }],
    ['another region', { scope: `${TODAY}/eu-central-1/s3/aws4_request` }],
    ['another service', { scope: `${TODAY}/us-east-1/sqs/aws4_request` }],
    ['another end of the scope', { scope: `${TODAY}/us-east-1/s3/aws5_request` }],
    ['one element more', { scope: `${SCOPE}/x` }],
    ['an empty element more', { scope: `${SCOPE}/` }],
    ['an empty element before', { scope: `/${SCOPE}` }],
    ['a new line behind the scope', { scope: `${SCOPE}\n` }],
    ['the day of another date', { scope: `${moment(Date.now() - 86_400_000).slice(0, 8)}/us-east-1/s3/aws4_request` }],
    ['another key', { accessKeyId: 'other' }],
    ['another algorithm', { algorithm: 'AWS4-HMAC-SHA1' }],
    ['another method', { method: 'DELETE' }],
    ['a date that is none', { date: `${TODAY}T000000` }],
    ['a date with a line behind it', { date: `${moment()}\n` }],
    ['a date with a month that is none', { date: '20269901T000000Z', scope: '20269901/us-east-1/s3/aws4_request' }],
    ['no header that is signed', { signedHeaders: '' }],
    ['the signature of another host', { signedHeaders: 'x' }],
    ['more headers than the host', { signedHeaders: 'host;x' }],
  ])('is refused with %s', (_, change) => {
    expect(['SignatureDoesNotMatch', 'AccessDenied']).toContain(check(change));
  });

  it.each(['0', '-1', '1.5', '604801', '1e3', '0x10', ' 60', '', 'Infinity', '9'.repeat(400)])(
    'is refused when it says that it lasts %j seconds',
    (expires) => expect(check({ expires })).toBe('AccessDenied'),
  );

  it('is refused when its time is over, and when its date has not come', () => {
    const at = (date: string) => check({ date, scope: `${date.slice(0, 8)}/us-east-1/s3/aws4_request` });
    expect(at(moment(Date.now() - 61_000))).toBe('AccessDenied');
    expect(at(moment(Date.now() + 20 * 60_000))).toBe('AccessDenied');
    expect(at(moment(Date.now() + 86_400_000))).toBe('AccessDenied');
  });

  it('is refused with a parameter twice, and with one that is not signed', () => {
    expect(check({ target: `${URL_OF_FILE}?response-content-type=a&response-content-type=b` })).toBe('AccessDenied');
    expect(check({ behind: '&X-Amz-Signature=x' })).toBe('AccessDenied');
    expect(check({ behind: '&response-content-type=text/html' })).toBe('SignatureDoesNotMatch');
  });

  it('chooses what is answered by the very text that is signed', () => {
    const target = `${URL_OF_FILE}?response-content-disposition=a%2Bb`;
    const url = new URL(signedLink({ method: 'GET', url: new URL(target), scope: SCOPE, key: keyOf('secret', SCOPE) }));
    const changed = `${url.pathname}${url.search.replace('%2B', '+')}`;
    const parameters = checkLink({ method: 'GET', url: changed, headers: { host: url.host } }, CREDENTIALS);
    expect(parameters.get('response-content-disposition')).toBe('a+b');
  });
});

interface FormChange {
  /** In the place of what is usual, or not at all. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly conditions?: (usual: readonly unknown[]) => readonly unknown[];
  readonly expiration?: string;
  /** Fields that are sent, and not in the policy. */
  readonly sent?: Readonly<Record<string, string>>;
}

function checkForm({ fields = {}, conditions = (usual) => usual, sent = {}, ...change }: FormChange = {}): unknown {
  const usual = {
    bucket: 'files',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `local/${SCOPE}`,
    'X-Amz-Date': moment(),
    key: 'uploads/a',
  };
  const signed = Object.entries({ ...usual, ...fields }).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const all = [['content-length-range', 1, 10], ...signed.map(([name, value]) => ({ [name]: value }))];
  const expiration = change.expiration ?? new Date(Date.now() + 60_000).toISOString();
  const Policy = Buffer.from(JSON.stringify({ expiration, conditions: conditions(all) })).toString('base64');
  const scope = new Map(signed).get('X-Amz-Credential')?.replace(/^[^/]*\//, '') ?? '';
  const signature = hmac(keyOf('secret', scope), Policy).toString('hex');
  const form = new Map([...signed, ['Policy', Policy], ['X-Amz-Signature', signature], ...Object.entries(sent)]);
  try {
    return checkPolicy(form, 'files', CREDENTIALS);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('a form that is signed with the secret', () => {
  it('is taken as it is made', () => expect(checkForm()).toEqual({ smallest: 1, largest: 10 }));

  it.each<[string, FormChange]>([
    ['another bucket', { fields: { bucket: 'other' } }],
    ['a scope that is longer', { fields: { 'X-Amz-Credential': `local/${SCOPE}/x` } }],
    ['another service', { fields: { 'X-Amz-Credential': `local/${TODAY}/us-east-1/sqs/aws4_request` } }],
    ['another key', { fields: { 'X-Amz-Credential': `other/${SCOPE}` } }],
    ['another algorithm', { fields: { 'X-Amz-Algorithm': 'none' } }],
    ['no algorithm', { fields: { 'X-Amz-Algorithm': undefined } }],
    ['no date', { fields: { 'X-Amz-Date': undefined } }],
    ['the date of another day', { fields: { 'X-Amz-Date': '20200101T000000Z' } }],
    ['a time that is over', { expiration: new Date(Date.now() - 1).toISOString() }],
    ['a time that is none', { expiration: 'never' }],
    ['a field that no condition names', { sent: { 'Content-Type': 'text/html' } }],
    ['a redirect that no condition names', { sent: { success_action_redirect: 'https://a.example' } }],
    ['another key than the condition', { sent: { key: 'results/theirs' } }],
    ['no condition of the key', { conditions: (all) => all.filter((one) => !Object.hasOwn(one as object, 'key')) }],
    [
      'no condition of the bucket',
      { conditions: (all) => all.filter((one) => !Object.hasOwn(one as object, 'bucket')) },
    ],
    ['a condition of a kind that is not ours', { conditions: (all) => [...all, ['starts-with', '$key', 'uploads/']] }],
  ])('is refused with %s', (_, change) => {
    expect(['SignatureDoesNotMatch', 'AccessDenied']).toContain(checkForm(change));
  });
});
