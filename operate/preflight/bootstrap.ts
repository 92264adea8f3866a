import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { ask } from './ask.ts';
import { type Finding, ok, stop } from './finding.ts';
import type { Identity } from './identity.ts';

const PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** The oldest bootstrap version that the CDK deploys with. The CDK does not export it; a test compares. */
export const OLDEST_BOOTSTRAP = 6;

/**
 * Checks that the CDK is bootstrapped, with a version that is new enough.
 * @throws Unanswered
 */
export async function checkBootstrap({ account, region }: Pick<Identity, 'account' | 'region'>): Promise<Finding[]> {
  const client = new SSMClient();
  const command = new GetParameterCommand({ Name: PARAMETER });
  const answer = await ask('ssm:GetParameter', () => client.send(command), 'ParameterNotFound');
  const run = `Run "npx cdk bootstrap aws://${account}/${region}".`;
  if (!answer) return [stop(`The CDK is not bootstrapped in ${region}. ${run}`)];
  const version = Number(answer.Parameter?.Value);
  if (version >= OLDEST_BOOTSTRAP) return [ok(`The CDK is bootstrapped, version ${version}.`)];
  const found = answer.Parameter?.Value ?? 'unknown';
  return [stop(`The bootstrap has version ${found}, and ${OLDEST_BOOTSTRAP} is the oldest that will do. ${run}`)];
}
