import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { WebFunctionCode } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { addLogGroup, type LogSettings } from '../operation/logs.ts';
import { acknowledgeWildcard } from '../permissions/wildcard.ts';
import { PRIVATE_BUCKET } from '../storage/files-bucket.ts';

export interface ServerCodeProps extends LogSettings {
  /** The folder with the code. */
  readonly folder: string;
}

/**
 * The code of a web function. Lambda reads it at each cold start, from a versioned bucket whose policy admits Lambda, which
 * the bucket of CDK assets is not; so a function of the CDK copies it during the deployment.
 */
export class ServerCode extends Construct {
  public readonly code: WebFunctionCode;
  public readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { folder, ...logs }: ServerCodeProps) {
    super(scope, id);
    // Its own bucket, since the one that the CDK would make has another function to empty it. The copying function deletes the code with the stack.
    this.bucket = new Bucket(this, 'Bucket', {
      ...PRIVATE_BUCKET,
      versioned: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Holds the code of this service, which is no secret, and is read by Lambda alone.',
    });
    const logGroup = addLogGroup(this, 'CopyLogs', logs);
    const role = this.addCopyRole(folder);
    logGroup.grantWrite(role);
    this.code = WebFunctionCode.fromAssetToProvidedBucket(this.bucket, folder, { copyOptions: { role, logGroup } });
  }

  /** The role of the copying function, to which the CDK adds permissions; the default one may write to every log group. */
  private addCopyRole(folder: string): Role {
    const role = new Role(this, 'CopyRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    // The same asset again, to get the bucket of CDK assets.
    const { bucket: assets } = new Asset(this, 'Asset', { path: folder });
    const copies = 'The keys of code are made of what it is and change with each deployment.';
    acknowledgeWildcard(role, assets.arnForObjects('*'), copies);
    acknowledgeWildcard(role, this.bucket.arnForObjects('web-function/*'), copies);
    for (const action of ['s3:DeleteObject*', 's3:Abort*']) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Action::${action}]`,
        reason: 'Given by the CDK to its own function, which writes and deletes versions of the code and nothing else.',
      });
    }
    return role;
  }
}
