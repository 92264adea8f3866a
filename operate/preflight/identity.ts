import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { ask, Unanswered } from './ask.ts';
import { stop } from './finding.ts';

/** The account, the principal and the region of the deployment. */
export interface Identity {
  readonly account: string;
  readonly arn: string;
  readonly region: string;
}

/** @throws Unanswered */
export async function findIdentity(): Promise<Identity> {
  const client = new STSClient();
  const region = await client.config.region().catch(() => {
    throw new Unanswered(stop('No region is set. Set AWS_REGION, or a region in your AWS profile.'));
  });
  const answer = await ask('sts:GetCallerIdentity', () => client.send(new GetCallerIdentityCommand()));
  return { account: answer?.Account ?? '', arn: answer?.Arn ?? '', region };
}
