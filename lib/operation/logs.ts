import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface LogSettings {
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/** Adds a log group, which is deleted with its stack. @param logGroupName @default one that CloudFormation makes */
export function addLogGroup(
  scope: Construct,
  id: string,
  { logRetention = RetentionDays.ONE_MONTH }: LogSettings,
  logGroupName?: string,
): LogGroup {
  return new LogGroup(scope, id, { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY, logGroupName });
}
