import { App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readKeyMode } from '../functions/callers/key-modes.ts';
import { LayersNotBuilt } from '../lib/engines/deployed-engines.ts';
import { FileConversion, type FileConversionProps } from '../lib/file-conversion.ts';

const app = new App();
const stack = new Stack(app, 'FileConversion', {
  description: 'A file conversion API: upload a file, download it in another format.',
});
try {
  new FileConversion(stack, 'Service', {
    ...readArchitecture(),
    edge: readEdge(),
    ingest: readIngest(),
    isolation: readIsolation(),
    keys: readKeys(),
    layers: readLayers(),
    ...readNumber('redirectAbove'),
    ...readNumber('concurrencyQuota'),
    ...readNumber('videoMemory'),
    ...readNumber('longVideos'),
    ...readAlarmEmail(),
  });
} catch (error) {
  if (!(error instanceof LayersNotBuilt)) throw error;
  // Without the stack trace, since the message says what to do.
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

// Synthesis fails on a finding that is neither fixed nor acknowledged with a reason.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

/** `-c edge=false`: without CloudFront, clients call API Gateway. */
function readEdge(): boolean {
  return `${app.node.tryGetContext('edge') ?? true}` !== 'false';
}

/** `-c ingest=fargate`: a container receives large uploads instead of a web function. */
function readIngest(): FileConversionProps['ingest'] {
  const ingest: unknown = app.node.tryGetContext('ingest') ?? 'web-function';
  if (ingest === 'web-function' || ingest === 'fargate') return ingest;
  throw new Error(`-c ingest=${ingest}: there are web-function and fargate`);
}

/** `-c architecture=arm64`: the engines run on Graviton, even if only layers for x86-64 are built. */
function readArchitecture(): Pick<FileConversionProps, 'architecture'> {
  const architecture: unknown = app.node.tryGetContext('architecture');
  if (architecture === undefined) return {};
  if (architecture === 'arm64' || architecture === 'x86_64') return { architecture };
  throw new Error(`-c architecture=${architecture}: there are arm64 and x86_64`);
}

/** `-c alarmEmail=ADDRESS`: the address that alarms are sent to. */
function readAlarmEmail(): Pick<FileConversionProps, 'alarmEmail'> {
  const alarmEmail: unknown = app.node.tryGetContext('alarmEmail');
  if (alarmEmail === undefined) return {};
  if (typeof alarmEmail === 'string' && alarmEmail.includes('@')) return { alarmEmail };
  throw new Error(`-c alarmEmail=${alarmEmail}: it has to be an address`);
}

/** `-c isolation=account`: no execution environment of an engine serves two accounts. */
function readIsolation(): FileConversionProps['isolation'] {
  const isolation: unknown = app.node.tryGetContext('isolation') ?? 'shared';
  if (isolation === 'account' || isolation === 'shared') return isolation;
  throw new Error(`-c isolation=${isolation}: there are account and shared`);
}

/** `-c keys=required`, or `optional`: callers have API keys, and limits. */
function readKeys(): FileConversionProps['keys'] {
  return readKeyMode(`${app.node.tryGetContext('keys') ?? 'off'}`);
}

/** `-c layers=optional`: engines whose layers are not built are left out. */
function readLayers(): FileConversionProps['layers'] {
  const layers: unknown = app.node.tryGetContext('layers') ?? 'required';
  if (layers === 'optional' || layers === 'required') return layers;
  throw new Error(`-c layers=${layers}: there are optional and required`);
}

/** `-c redirectAbove=BYTES`, `-c concurrencyQuota=CALLS`, `-c videoMemory=MB`, `-c longVideos=CHUNKS`. */
function readNumber(
  name: 'redirectAbove' | 'concurrencyQuota' | 'videoMemory' | 'longVideos',
): Pick<FileConversionProps, typeof name> {
  const text: unknown = app.node.tryGetContext(name);
  if (text === undefined) return {};
  if (/^\d{1,12}$/.test(`${text}`)) return { [name]: Number(text) };
  throw new Error(`-c ${name}=${text}: it has to be a number`);
}
