import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { ENGINES } from '../../functions/engines/index.ts';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { FileConversion } from '../../lib/file-conversion.ts';

/** An app of somebody's own: the service with two engines, long videos in chunks, two at once, and a bucket in which files are converted. */
const stack = new Stack(new App(), 'FileConversion');
const engines = ENGINES.filter(({ name }) => name === 'sharp' || name === 'ffmpeg');
const conversion = new FileConversion(stack, 'Service', { engines, longVideos: 2, architecture: MACHINE });
const bucket = new Bucket(stack, 'Others', { bucketName: 'bucket-of-others' });
conversion.onUpload(bucket, { prefix: 'in/', to: 'webp', into: bucket, outPrefix: 'out/' });
