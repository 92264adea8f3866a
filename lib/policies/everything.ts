import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Duration, SecretValue, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { layersOf } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { LIMIT } from '../../layers/limit/compile.ts';
import { FileConversion, type FileConversionProps } from '../file-conversion.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555';

const CONTEXT = {
  ...(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as { context: object }).context,
  'aws:cdk:enable-path-metadata': true,
};

/** Skips bundling and staging, since only the template is read. */
const NO_ASSETS = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };

/** A stack with the service, and the service. */
export interface Everything {
  readonly stack: Stack;
  readonly service: FileConversion;
}

/**
 * The service with all features and a drop folder: the largest that can be deployed, whatever layers are built on this machine.
 */
export function everything(
  props: FileConversionProps = {},
  { dropFolders = 1, bundling = false }: { readonly dropFolders?: number; readonly bundling?: boolean } = {},
): Everything {
  const app = new App({ context: { ...CONTEXT, ...(!bundling && NO_ASSETS) } });
  const stack = new Stack(app, 'FileConversion', { env: { region: 'us-east-1' } });
  const service = new FileConversion(stack, 'Service', {
    keys: 'optional',
    isolation: 'account',
    longVideos: 5,
    eventDetails: 'all',
    firewall: true,
    flatRatePlan: 'pro',
    originKeyVersion: 2,
    domainNames: ['files.example.com'],
    certificate: Certificate.fromCertificateArn(stack, 'Certificate', CERTIFICATE),
    alarmEmail: 'operator@example.com',
    canary: Duration.hours(6),
    canaryKey: SecretValue.secretsManager('canary-key'),
    monthlyBudget: { amount: 100, email: 'operator@example.com' },
    layersFolder: emptyLayers(),
    ...props,
  });
  const bucket = new Bucket(stack, 'Others', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    serverAccessLogsPrefix: 'logs/',
  });
  for (let folder = 1; folder <= dropFolders; folder += 1)
    service.onUpload(bucket, { prefix: `in${folder}/`, to: 'pdf', into: bucket, outPrefix: `out${folder}/` });
  return { stack, service };
}

/** Empty folders in place of the layers of all engines. */
function emptyLayers(): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const name of new Set(ENGINES.flatMap(layersOf)))
    for (const part of [name, LIMIT]) mkdirSync(join(root, name, part), { recursive: true });
  return root;
}
