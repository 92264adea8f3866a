import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, type NodejsFunctionProps, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { PAGE_FOLDER } from '../../functions/routes.ts';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { bundleName, PREPARED_BUNDLES, preparedBundle } from './prepared-bundles.ts';

/** The folder of this repository, so that bundles do not depend on the working directory. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Some CommonJS packages call `require` when loaded, which ES modules lack. */
const BANNER =
  "import { createRequire as bannerRequire } from 'node:module';const require = bannerRequire(import.meta.url);";

/** Not run by `npx`, which takes longer to start than most bundles to build. */
const ESBUILD = join(REPOSITORY, 'node_modules/.bin/esbuild');

/** npm's names of Lambda's architectures. */
const PROCESSORS: Readonly<Record<Architecture, string>> = { x86_64: 'x64', arm64: 'arm64' };

/** Installs packages for Lambda (Amazon Linux) on any machine, by the lock file. */
const INSTALL_FOR_LAMBDA = {
  npm_config_os: 'linux',
  npm_config_libc: 'glibc',
  npm_config_ignore_scripts: 'true',
  // Locked packages never change: npm need not revalidate its cache.
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** Files of packages that are not read at run time. Texts are kept, since licences have to accompany the code. */
const IDLE_FILES = [
  ...['*.d.ts', '*.d.mts', '*.d.cts', '*.map', '*.cc', '*.h'],
  // The tables of glyphs of the DejaVu fonts.
  ...['status.txt', 'unicover.txt', 'langcover.txt'],
  '.package-lock.json',
];

/** The credential provider of functions; an absolute path, which an alias requires. */
const LAMBDA_CREDENTIALS = join(REPOSITORY, 'functions/services/lambda-credentials.ts');

/** The worker thread that detects formats. */
export const DETECTION_WORKER = 'functions/detection/detection-worker.ts';

/** The files beside a bundle. */
export interface BundledFiles {
  /**
   * Programs and worker threads: TypeScript files, relative to the repository. Each is a bundle of its own.
   * @default - none
   */
  readonly programs?: readonly string[] | undefined;
  /**
   * npm packages that cannot be bundled (native code, data files).
   * @default - none
   */
  readonly packages?: readonly string[] | undefined;
  /**
   * Other files, relative to the repository; `locateFile` finds them.
   * @default - none
   */
  readonly files?: readonly string[] | undefined;
  /**
   * Whether the files of the web page are beside it, in the folder `PAGE_FOLDER`.
   * @default false
   */
  readonly page?: boolean | undefined;
  /**
   * The architecture that packages are installed for.
   * @default 'arm64'
   */
  readonly architecture?: Architecture | undefined;
}

/** The name of the bundle of a function. */
export function functionBundleName(
  entry: string,
  { programs = [], packages = [], files = [], page, architecture = 'arm64' }: BundledFiles,
): string {
  const native = packages.length > 0 ? architecture : undefined;
  return bundleName(entry, [...programs, ...packages, ...files, page ? PAGE_FOLDER : undefined, native]);
}

/** The code of a function: bundled at synthesis in a checkout, and before in a package. */
export function functionCode(entry: string, beside: BundledFiles): Partial<NodejsFunctionProps> {
  const prepared = preparedBundle(functionBundleName(entry, beside));
  if (prepared) return { code: Code.fromAsset(PREPARED_BUNDLES, prepared), handler: 'index.handler' };
  return { ...functionBundling(beside), entry: join(REPOSITORY, entry) };
}

/**
 * Bundles a function into a minified ES module with all imports, also of the AWS SDK, so that the tested versions run. Its
 * programs, packages and files are beside it.
 */
function functionBundling({
  programs = [],
  packages = [],
  files = [],
  page = false,
  architecture = 'arm64',
}: BundledFiles): Partial<NodejsFunctionProps> {
  return {
    projectRoot: REPOSITORY,
    depsLockFilePath: join(REPOSITORY, 'package-lock.json'),
    bundling: {
      logLevel: LogLevel.WARNING,
      format: OutputFormat.ESM,
      target: 'node24',
      mainFields: ['module', 'main'],
      minify: true,
      // No source maps: they are larger than the code, and add a third to its loading time at each cold start. The names of
      // functions and classes are kept instead, for readable stack traces.
      keepNames: true,
      bundleAwsSDK: true,
      esbuildArgs: { '--alias:@aws-sdk/credential-provider-node': LAMBDA_CREDENTIALS },
      banner: BANNER,
      ...(packages.length > 0 && {
        nodeModules: [...packages],
        environment: { ...INSTALL_FOR_LAMBDA, npm_config_cpu: PROCESSORS[architecture] },
      }),
      commandHooks: {
        beforeBundling: () => [],
        beforeInstall: () => [],
        afterBundling: (input, output) => [
          ...programs.map((program) => bundleProgram(join(input, program), output, packages)),
          ...files.map((file) => `cp ${quote(join(input, file))} ${quote(output)}`),
          ...(page ? [writePage(input, join(output, PAGE_FOLDER))] : []),
          ...(packages.length > 0 ? [trim(output)] : []),
        ],
      },
    },
  };
}

/** The command that bundles a program to the path at which `locateProgram` finds it. */
export function bundleProgram(program: string, output: string, packages: readonly string[] = []): string {
  return bundle(program, join(output, `${basename(program, '.ts')}.mjs`), packages);
}

/** The command that bundles a file like functions. */
export function bundle(entry: string, outfile: string, packages: readonly string[] = []): string {
  return [
    `${quote(ESBUILD)} --bundle --platform=node --format=esm --target=node24 --main-fields=module,main --minify`,
    '--keep-names --log-level=warning',
    quote(`--banner:js=${BANNER}`),
    ...packages.map((name) => quote(`--external:${name}`)),
    quote(`--outfile=${outfile}`),
    quote(entry),
  ].join(' ');
}

/** The command that bundles the web page. */
function writePage(input: string, folder: string): string {
  return [process.execPath, join(input, 'web/write-page.ts'), folder].map(quote).join(' ');
}

function trim(output: string): string {
  const idle = IDLE_FILES.map((name) => `-name ${quote(name)}`).join(' -o ');
  const folder = quote(join(output, 'node_modules'));
  return `find ${folder} -type f \\( ${idle} \\) -delete && rm -rf ${folder}/.bin ${quote(join(output, 'package-lock.json'))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
