import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ConversionFunction } from '../functions/conversion-function.ts';
import { allow } from '../permissions/allow.ts';
import { acknowledgeWildcard } from '../permissions/wildcard.ts';

/** Lets a function read the files of a bucket whose keys begin with a text, and have S3 copy them. */
export function grantRead(fn: ConversionFunction, bucket: IBucket, prefix: string): void {
  grant(fn, ['s3:GetObject'], bucket, prefix);
  bucket.encryptionKey?.grant(fn, 'kms:Decrypt');
}

/** Lets a function put files into a bucket whose keys begin with a text. */
export function grantWrite(fn: ConversionFunction, bucket: IBucket, prefix: string): void {
  grant(fn, ['s3:PutObject'], bucket, prefix);
  bucket.encryptionKey?.grant(fn, 'kms:GenerateDataKey');
}

function grant(fn: ConversionFunction, actions: readonly string[], bucket: IBucket, prefix: string): void {
  const files = bucket.arnForObjects(`${prefix}*`);
  allow(fn, actions, [files]);
  acknowledgeWildcard(fn.role ?? fn, files, 'The names of the files are chosen by whoever puts them there.');
}
