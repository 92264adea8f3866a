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
    architecture: readChoice('architecture', 'arm64', 'x86_64'),
    edge: readEdge(),
    ingest: readChoice('ingest', 'web-function', 'fargate'),
    isolation: readChoice('isolation', 'account', 'shared'),
    keys: readKeys(),
    layers: readChoice('layers', 'optional', 'required'),
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

/**
 * The value of a setting with a few values; undefined where it is not given. `-c ingest=fargate`: a container receives large
 * uploads instead of a web function. `-c architecture=arm64`: the engines run on Graviton, even if only layers for x86-64 are
 * built. `-c isolation=account`: no execution environment of an engine serves two accounts. `-c layers=optional`: engines
 * whose layers are not built are left out.
 */
function readChoice<T extends string>(name: string, ...choices: readonly T[]): T | undefined {
  const value: unknown = app.node.tryGetContext(name);
  const choice = choices.find((known) => known === value);
  if (choice !== undefined || value === undefined) return choice;
  throw new Error(`-c ${name}=${value}: there are ${choices.join(' and ')}`);
}

/** `-c alarmEmail=ADDRESS`: the address that alarms are sent to. */
function readAlarmEmail(): Pick<FileConversionProps, 'alarmEmail'> {
  const alarmEmail: unknown = app.node.tryGetContext('alarmEmail');
  if (alarmEmail === undefined) return {};
  if (typeof alarmEmail === 'string' && alarmEmail.includes('@')) return { alarmEmail };
  throw new Error(`-c alarmEmail=${alarmEmail}: it has to be an address`);
}

/** `-c keys=required`, or `optional`: callers have API keys, and limits. */
function readKeys(): FileConversionProps['keys'] {
  return readKeyMode(`${app.node.tryGetContext('keys') ?? 'off'}`);
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
