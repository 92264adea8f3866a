import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { OLDEST_BOOTSTRAP } from '../../operate/preflight/bootstrap.ts';
import { checkMemory } from '../../operate/preflight/checkout.ts';
import { describeFinding } from '../../operate/preflight/finding.ts';
import { preflight } from '../../operate/preflight/preflight.ts';
import { serve } from '../support/serve.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/preflight.ts');
const SECRET = 'a-secret-that-nobody-may-read';
const ARN = 'arn:aws:iam::123456789012:user/ada';

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) });
const fault = (name: string, status = 400) => json({ __type: name, message: `${name} of ${SECRET}` }, status);
const settings = (quota: number, free = quota) =>
  json({ AccountLimit: { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: free }, AccountUsage: {} });
const applied = (value: number) => json({ Quota: { ServiceCode: 'lambda', QuotaCode: 'L-B99A9384', Value: value } });
const bootstrap = (version: number) => json({ Parameter: { Name: 'version', Type: 'String', Value: `${version}` } });

const ORDINARY: Readonly<Record<string, Answer>> = {
  sts: {
    type: 'text/xml',
    body: `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${ARN}</Arn><UserId>AIDA</UserId><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
  },
  lambda: settings(1000),
  quotas: applied(1000),
  ssm: bootstrap(30),
};

/** What AWS answers, by service. */
let answers = ORDINARY;
const asked: string[] = [];
const address = serve((request, response) => {
  const [, service = ''] = request.url?.split('/') ?? [];
  request.resume().on('end', () => {
    asked.push(service);
    const { status = 200, type = 'application/x-amz-json-1.1', body } = answers[service] ?? fault('NoSuchService');
    const error = /"__type":"([^"]+)"/.exec(body)?.[1];
    response.writeHead(status, { 'content-type': type, ...(error && { 'x-amzn-errortype': error }) }).end(body);
  });
});
const before = { ...process.env };
let environment: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  const base = await address;
  const inherited = Object.entries(before).filter(([name]) => !name.startsWith('AWS_'));
  environment = {
    ...Object.fromEntries(inherited),
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: SECRET,
    AWS_REGION: 'eu-central-1',
    AWS_MAX_ATTEMPTS: '1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/nonexistent/config',
    AWS_SHARED_CREDENTIALS_FILE: '/nonexistent/credentials',
    AWS_ENDPOINT_URL_STS: `${base}/sts`,
    AWS_ENDPOINT_URL_LAMBDA: `${base}/lambda`,
    AWS_ENDPOINT_URL_SERVICE_QUOTAS: `${base}/quotas`,
    AWS_ENDPOINT_URL_SSM: `${base}/ssm`,
  };
});
beforeEach(() => {
  answers = ORDINARY;
  asked.length = 0;
  process.env = { ...environment };
});
afterAll(() => {
  process.env = before;
});

/** What the operator is told, a line each. */
async function lines(given: Readonly<Record<string, Answer>> = {}, missing: readonly string[] = []): Promise<string[]> {
  answers = { ...ORDINARY, ...given };
  const findings = await preflight({
    engines: ENGINES,
    layerIsBuilt: (layer, architecture) => !missing.includes(layer) && !missing.includes(architecture),
  });
  const told = findings.map(describeFinding);
  expect(told.join('\n')).not.toContain(SECRET);
  return told;
}

const levelled = (told: readonly string[], level: string) => told.filter((line) => line.startsWith(level));

describe('npm run preflight', () => {
  it('finds nothing to do in an ordinary account but to ask for web functions', async () => {
    const told = await lines();
    expect(told[0]).toBe(`ok       Account 123456789012, region eu-central-1, as ${ARN}.`);
    expect(told).toContain(
      'ok       Lambda runs 1000 executions at once here, 1000 of them not reserved for other functions; 8 jobs at once take 16.',
    );
    expect(told).toContain('ok       The CDK is bootstrapped, version 30.');
    expect(levelled(told, 'stop')).toEqual([]);
    expect(levelled(told, 'warning')).toEqual([expect.stringMatching(/eu-central-1 .*-c ingest=fargate/)]);
    expect(asked.sort()).toEqual(['lambda', 'quotas', 'ssm', 'sts']);
  });

  it('names the quota to pass, and what is slow, in a new account that has 10', async () => {
    const told = await lines({ lambda: settings(10), quotas: applied(10) });
    expect(levelled(told, 'stop')).toEqual([]);
    expect(levelled(told, 'warning')).toEqual([
      expect.stringMatching(/10 executions at once.* 8 jobs at once take 16.*L-B99A9384/),
      expect.stringContaining('-c concurrencyQuota=10:'),
      expect.stringContaining('web functions'),
    ]);
  });

  it('tells where other functions have reserved all concurrency, and of a raised quota that Lambda does not apply yet', async () => {
    const told = await lines({ lambda: settings(1000, 1) });
    expect(levelled(told, 'stop')).toEqual([expect.stringMatching(/1 of them not reserved/)]);
    const raised = await lines({ lambda: settings(10), quotas: applied(1000) });
    expect(raised.join('\n')).toMatch(/Service Quotas says 1000 .*, Lambda 10\./);
  });

  it('stops at a region without bootstrap, or one that is too old', async () => {
    expect(levelled(await lines({ ssm: fault('ParameterNotFound') }), 'stop')).toEqual([
      expect.stringContaining('Run "npx cdk bootstrap aws://123456789012/eu-central-1".'),
    ]);
    expect(levelled(await lines({ ssm: bootstrap(OLDEST_BOOTSTRAP - 1) }), 'stop')).toEqual([
      expect.stringMatching(/has version 5, and 6 is the oldest/),
    ]);
    expect(levelled(await lines({ ssm: bootstrap(OLDEST_BOOTSTRAP) }), 'stop')).toEqual([]);
  });

  it('names the IAM actions that these credentials lack, and goes on', async () => {
    for (const [service, action] of [
      ['lambda', 'lambda:GetAccountSettings'],
      ['quotas', 'servicequotas:GetServiceQuota'],
      ['ssm', 'ssm:GetParameter'],
    ] as const) {
      const told = await lines({ [service]: fault('AccessDeniedException', 403) });
      expect(told).toContain(`warning  Not checked: these credentials lack the IAM action ${action}.`);
      expect(told.join('\n')).toContain('web functions');
    }
  });

  it('reports in one line that credentials have expired, or that there is no region', async () => {
    const body = `<ErrorResponse><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>${SECRET}</Message></Error></ErrorResponse>`;
    const told = await lines({ sts: { status: 403, type: 'text/xml', body } });
    expect(told[0]).toMatch(/^stop {5}AWS does not take the credentials \(ExpiredToken/);
    delete process.env.AWS_REGION;
    expect((await lines())[0]).toMatch(/^stop {5}No region is set/);
    expect(asked).toEqual(['sts']);
  });

  it('stops where a layer is missing that an engine needs, and explains how to deploy those for x86-64', async () => {
    expect(levelled(await lines({}, ['pandoc', 'office']), 'stop')).toEqual([
      expect.stringMatching(/: office, pandoc\. Run "npm run layers -- --architecture arm64"/),
    ]);
    const told = await lines({}, ['arm64']);
    expect(levelled(told, 'stop')).toEqual([]);
    expect(levelled(told, 'warning')).toContainEqual(expect.stringContaining('-c architecture=arm64'));
  });

  it('warns of an engine with more memory than some accounts allow', () => {
    const large = ENGINES.slice(0, 1).map((engine) => ({ ...engine, worker: { ...engine.worker, memory: 3009 } }));
    expect(checkMemory(ENGINES)).toMatchObject([{ level: 'ok' }]);
    expect(checkMemory(large)).toMatchObject([{ level: 'warning', text: expect.stringContaining('3009 MB') }]);
  });

  it('ends with code 1 and one line, not a stack trace, where there are no credentials', async () => {
    const { AWS_ACCESS_KEY_ID: _id, AWS_SECRET_ACCESS_KEY: _key, ...without } = environment;
    const { code, stdout, stderr } = (await promisify(execFile)(process.execPath, [PROGRAM], { env: without }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    )) as { code: number; stdout: string; stderr: string };
    expect(stdout).toMatch(/^stop {5}There are no AWS credentials/);
    expect([code, stderr]).toEqual([1, '']);
    expect(asked).toEqual([]);
  });
});
