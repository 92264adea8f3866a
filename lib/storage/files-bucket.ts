import { Aws, Duration, Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { UPLOADS } from '../../functions/conversion/conversion.ts';

/** The settings of all buckets of the service: private, encrypted, and over TLS only. */
export const PRIVATE_BUCKET = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
} as const;

export interface FilesBucketProps {
  /** The removal policy of the files. */
  readonly removalPolicy: RemovalPolicy;
}

/** The bucket of sources and results. */
export class FilesBucket extends Bucket {
  /**
   * The same bucket by its name: for resources that have to exist before the bucket, and so cannot refer to it.
   */
  public readonly named: IBucket;

  constructor(scope: Construct, id: string, { removalPolicy }: FilesBucketProps) {
    // The last part of the stack's ARN is a unique identifier.
    const [, , stack] = Fn.split('/', Aws.STACK_ID, 3);
    const bucketName = `conversion-files-${stack}-${scope.node.addr.slice(-8)}`;

    super(scope, id, {
      ...PRIVATE_BUCKET,
      bucketName,
      // Web pages of any origin may use the API, so they may upload to the URL that it gives them. The signature in the form
      // decides who may upload what.
      // They also follow the redirect to a large result; its link decides who may read it.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.POST],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['Content-Disposition', 'Content-Length'],
          maxAge: 3600,
        },
      ],
      lifecycleRules: [
        // The sweep deletes files on time; this is for files without a record. A day is S3's minimum.
        { expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy,
      // CloudFormation cannot delete a bucket with files. This is a function of the CDK, which empties it when the stack is
      // deleted.
      autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
    });
    this.named = Bucket.fromBucketName(this, 'Named', bucketName);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Access logs would hold the keys of the files, and so the identifiers, which are the right to download, and ' +
        'outlive the files by far, which are gone after half an hour. Clients reach single files by links and forms ' +
        'that functions of this service sign and log.',
    });
  }

  /**
   * Makes S3 notify a function of each upload by form. It is a property of the bucket, since the CDK's way is another function,
   * which may change the notifications of every bucket.
   */
  tellOfUploads(fn: LambdaFunction): void {
    // S3 refuses notifications to a function that it may not invoke, so the permission comes first, by the name of the bucket.
    fn.addPermission('Uploads', {
      principal: new ServicePrincipal('s3.amazonaws.com'),
      sourceArn: this.named.bucketArn,
      sourceAccount: Stack.of(this).account,
    });
    const bucket = this.node.defaultChild as CfnBucket;
    bucket.node.addDependency(fn.node.findChild('Uploads'));
    bucket.notificationConfiguration = {
      lambdaConfigurations: [
        {
          event: 's3:ObjectCreated:Post',
          function: fn.functionArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: UPLOADS }] } },
        },
      ],
    };
  }
}
