import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ConversionFunction } from '../functions/conversion-function.ts';
import { allow } from '../permissions/allow.ts';
import { acknowledgeWildcard } from '../permissions/wildcard.ts';

/** Lets a function read and copy the files of a bucket with a key prefix. */
export function grantRead(fn: ConversionFunction, bucket: IBucket, prefix: string): void {
  grant(fn, ['s3:GetObject'], bucket, prefix);
  bucket.encryptionKey?.grant(fn, 'kms:Decrypt');
}

/** Lets a function write files with a key prefix into a bucket. */
export function grantWrite(fn: ConversionFunction, bucket: IBucket, prefix: string): void {
  grant(fn, ['s3:PutObject'], bucket, prefix);
  bucket.encryptionKey?.grant(fn, 'kms:GenerateDataKey');
}

function grant(fn: ConversionFunction, actions: readonly string[], bucket: IBucket, prefix: string): void {
  const files = bucket.arnForObjects(`${prefix}*`);
  allow(fn, actions, [files]);
  acknowledgeWildcard(fn.role ?? fn, files, 'The names of the files are chosen by whoever puts them there.');
}
