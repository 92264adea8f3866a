import { Stack, Validations } from 'aws-cdk-lib';
import { Role } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';

const REASON =
  'The CDK has one function for the notifications of all buckets of a stack, which it makes itself. Setting those of ' +
  'this one bucket by another way would take them from the CDK, and from whoever owns the bucket.';

/** Makes a bucket send its events to EventBridge, and keeps its owner's notifications. */
export function tellEventBridge(bucket: IBucket): void {
  bucket.enableEventBridgeNotification();
  const handlers = Stack.of(bucket).node.children.filter(({ node }) =>
    node.id.startsWith('BucketNotificationsHandler'),
  );
  for (const role of handlers.flatMap(({ node }) => node.findAll()).filter(Role.isRole)) {
    Validations.of(role).acknowledge({ id: POLICY, reason: REASON });
    Validations.of(role).acknowledge({ id: 'AwsSolutions-IAM5[Resource::*]', reason: REASON });
  }
}

const POLICY =
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]';
