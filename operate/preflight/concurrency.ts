import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { DEFAULT_THROTTLE_RATE } from '../../lib/api/conversion-api.ts';
import { AT_ONCE } from '../../lib/jobs/dispatch.ts';
import { DEFAULT_CONCURRENCY_QUOTA } from '../../lib/operation/alarms.ts';
import { ask, settle } from './ask.ts';
import { type Finding, ok, stop, warning } from './finding.ts';

/** "Concurrent executions" of Lambda. */
const QUOTA_CODE = 'L-B99A9384';

/** The dispatch function, and the engine function. */
const EXECUTIONS_OF_A_JOB = 2;
const JOBS = Object.values(AT_ONCE).reduce<number>((sum, jobs) => sum + jobs, 0);
const QUEUED = JOBS * EXECUTIONS_OF_A_JOB;

/** A waiting request takes as many executions as a job. With so many, requests are served while all queues are busy. */
const COMFORTABLE = QUEUED + DEFAULT_THROTTLE_RATE * EXECUTIONS_OF_A_JOB;

const RAISE = `ask for more under Service Quotas, AWS Lambda, "Concurrent executions" (${QUOTA_CODE})`;

/**
 * Compares the concurrency of the account with that of the stack by default.
 * @throws Unanswered
 */
export async function checkConcurrency(): Promise<Finding[]> {
  const lambda = new LambdaClient();
  const answer = await ask('lambda:GetAccountSettings', () => lambda.send(new GetAccountSettingsCommand()));
  const { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: free = quota } = answer?.AccountLimit ?? {};
  if (quota === undefined || free === undefined) return [warning('Not checked: Lambda does not tell its concurrency.')];
  return [checkFree(quota, free), checkAlarm(quota), ...(await settle(() => compareApplied(quota)))];
}

/**
 * Compares Service Quotas with Lambda, whose number is the effective one.
 * @throws Unanswered
 */
async function compareApplied(quota: number): Promise<Finding[]> {
  const client = new ServiceQuotasClient();
  const command = new GetServiceQuotaCommand({ ServiceCode: 'lambda', QuotaCode: QUOTA_CODE });
  const answer = await ask('servicequotas:GetServiceQuota', () => client.send(command), 'NoSuchResourceException');
  const applied = answer?.Quota?.Value;
  if (applied === undefined || applied === quota) return [];
  return [
    warning(
      `Service Quotas says ${applied} concurrent executions (${QUOTA_CODE}), Lambda ${quota}. Lambda's number holds: ` +
        'a raise that was granted just now may take some time.',
    ),
  ];
}

function checkFree(quota: number, free: number): Finding {
  const have = `Lambda runs ${quota} executions at once here, ${free} of them not reserved for other functions`;
  const need = `${JOBS} jobs at once take ${QUEUED}`;
  if (free < EXECUTIONS_OF_A_JOB)
    return stop(`${have}; one conversion takes ${EXECUTIONS_OF_A_JOB}. Release reservations, or ${RAISE}.`);
  if (free < QUEUED)
    return warning(
      `${have}; ${need} where all queues are busy. Jobs then wait, and requests may be answered with SERVICE_BUSY. To help, ` +
        `${RAISE}, or set maximumConcurrency to 2.`,
    );
  if (free < COMFORTABLE)
    return warning(
      `${have}; ${need}, and ${DEFAULT_THROTTLE_RATE} requests a second (throttleRate) may take the rest. Before it is ` +
        `busy, ${RAISE}.`,
    );
  return ok(`${have}; ${need}.`);
}

function checkAlarm(quota: number): Finding {
  if (quota === DEFAULT_CONCURRENCY_QUOTA) return ok('The alarm on concurrency fits this account as it is.');
  return warning(`Deploy with -c concurrencyQuota=${quota}: the alarm expects ${DEFAULT_CONCURRENCY_QUOTA} otherwise.`);
}
