import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { USAGE_REPORTS_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { LogSettings } from '../operation/logs.ts';
import { allow } from '../permissions/allow.ts';
import { acknowledgeWildcard } from '../permissions/wildcard.ts';
import { PRIVATE_BUCKET } from '../storage/files-bucket.ts';
import type { Ledger } from './ledger.ts';

export interface UsageReportsProps extends LogSettings {
  /** The source of the reports. */
  readonly ledger: Ledger;
}

/** Writes the usage of the day before every night, as `usage/2026-11-21.csv`. */
export class UsageReports extends Construct {
  public readonly bucket: Bucket;
  public readonly function: ConversionFunction;
  public readonly schedule: Rule;

  constructor(scope: Construct, id: string, { ledger, logRetention }: UsageReportsProps) {
    super(scope, id);
    this.bucket = this.makeBucket();
    this.function = new ConversionFunction(this, 'Function', {
      entry: USAGE_REPORTS_ENTRY,
      description: 'Writes what was used on the days that are over',
      timeout: Duration.minutes(15),
      logRetention,
    });
    ledger.grantRead(this.function);
    this.grantWrite(this.function);
    this.schedule = new Rule(this, 'Schedule', {
      description: 'Every night: write what was used on the day before',
      // By then the last result of that day has expired: no identifier in a report is good for a download.
      schedule: Schedule.cron({ hour: '0', minute: '45' }),
      // A failed run is retried twice; the next night writes missing reports.
      targets: [new LambdaFunction(this.function)],
    });
  }

  private makeBucket(): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      ...PRIVATE_BUCKET,
      // No rule deletes a report.
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      // CloudFormation cannot delete a bucket that is not empty, and this one never is.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'No client reaches it. Who of the account reads a report is what data events of CloudTrail are for.',
    });
    return bucket;
  }

  /** Lets the function check whether a report exists, and write it. */
  private grantWrite(fn: ConversionFunction): void {
    const files = this.bucket.arnForObjects('usage/*');
    fn.addEnvironment(ENVIRONMENT.reportsBucket, this.bucket.bucketName);
    allow(fn, ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'], [files]);
    acknowledgeWildcard(fn.role ?? fn, files, 'A key below usage/ is a day, and days do not end.');
  }
}
