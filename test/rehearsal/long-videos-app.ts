import { App, Stack } from 'aws-cdk-lib';
import { ENGINES } from '../../functions/engines/index.ts';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { FileConversion } from '../../lib/file-conversion.ts';

/** An app of somebody's own: the service with the video engine, and long videos in chunks, two at once. */
const stack = new Stack(new App(), 'FileConversion');
const engines = ENGINES.filter(({ name }) => name === 'ffmpeg');
new FileConversion(stack, 'Service', { engines, longVideos: 2, architecture: MACHINE });
