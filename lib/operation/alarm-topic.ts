import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** The address of the subscription, which its owner has to confirm. */
  readonly email: string;
}

/** The topic of alarms, with a subscription by mail. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id, { enforceSSL: true });
    this.addSubscription(new EmailSubscription(email));
    // Replaces the default policy, which admits the whole account.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
  }
}
