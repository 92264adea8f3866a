import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { PAGE_FOLDER } from '../../functions/routes.ts';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { bundledBy } from './bundled-by.ts';
import { bundleName, PREPARED_BUNDLES, preparedBundle } from './prepared-bundles.ts';

/** The folder of this repository, so that bundles do not depend on the working directory. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Some CommonJS packages call `require` when loaded, which ES modules lack. */
const BANNER =
  "import { createRequire as bannerRequire } from 'node:module';const require = bannerRequire(import.meta.url);";

/** Not run by `npx`, as the CDK does, which takes longer to start than most bundles to build. */
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
  /\.(d\.[mc]?ts|map|cc|h)$/,
  // The tables of glyphs of the DejaVu fonts.
  /^(status|unicover|langcover)\.txt$/,
  /^\.package-lock\.json$/,
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
export function functionCode(entry: string, beside: BundledFiles): Code {
  const name = functionBundleName(entry, beside);
  const prepared = preparedBundle(name);
  if (prepared) return Code.fromAsset(PREPARED_BUNDLES, prepared);
  return Code.fromAsset(
    REPOSITORY,
    bundledBy(name, (output) => bundleFunction(entry, beside, output)),
  );
}

/** Bundles a function to a folder, with its programs, packages and files beside it. */
function bundleFunction(
  entry: string,
  { programs = [], packages = [], files = [], page = false, architecture = 'arm64' }: BundledFiles,
  output: string,
): void {
  const ours = `--alias:@aws-sdk/credential-provider-node=${LAMBDA_CREDENTIALS}`;
  bundle(entry, join(output, 'index.mjs'), { packages, others: [ours] });
  for (const program of programs) bundleProgram(program, output, packages);
  for (const file of files) copyFileSync(join(REPOSITORY, file), join(output, basename(file)));
  if (page) run(process.execPath, [join(REPOSITORY, 'web/write-page.ts'), join(output, PAGE_FOLDER)]);
  if (packages.length > 0) installPackages(packages, architecture, output);
}

/** Bundles a program to the path at which `locateProgram` finds it. */
export function bundleProgram(program: string, output: string, packages: readonly string[] = []): void {
  bundle(program, join(output, `${basename(program, '.ts')}.mjs`), { packages });
}

/**
 * Bundles a file into a minified ES module with all imports, also of the AWS SDK, so that the tested versions run. There are
 * no source maps: they are larger than the code, and add a third to its loading time at each cold start. The names of functions
 * and classes are kept instead, for readable stack traces.
 * @param entry the file, relative to the repository
 */
export function bundle(
  entry: string,
  outfile: string,
  { packages = [], others = [] }: { readonly packages?: readonly string[]; readonly others?: readonly string[] } = {},
): void {
  run(ESBUILD, [
    ...['--bundle', '--platform=node', '--format=esm', '--target=node24', '--main-fields=module,main'],
    ...['--minify', '--keep-names', '--log-level=warning', `--banner:js=${BANNER}`],
    ...packages.map((name) => `--external:${name}`),
    ...others,
    `--outfile=${outfile}`,
    join(REPOSITORY, entry),
  ]);
}

/** Installs packages in a folder as they are in the lock file, without what is not read at run time. */
function installPackages(packages: readonly string[], architecture: Architecture, folder: string): void {
  const dependencies = Object.fromEntries(packages.map((name) => [name, installedVersion(name)]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  copyFileSync(join(REPOSITORY, 'package-lock.json'), join(folder, 'package-lock.json'));
  run('npm', ['ci'], folder, { ...INSTALL_FOR_LAMBDA, npm_config_cpu: PROCESSORS[architecture] });
  rmSync(join(folder, 'package-lock.json'));
  const installed = join(folder, 'node_modules');
  rmSync(join(installed, '.bin'), { recursive: true, force: true });
  for (const path of readdirSync(installed, { recursive: true, encoding: 'utf8' })) {
    if (IDLE_FILES.some((idle) => idle.test(basename(path)))) rmSync(join(installed, path));
  }
}

function installedVersion(name: string): string {
  const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8'));
  return version;
}

/** Runs a command, whose errors go to those of this process. */
function run(command: string, args: readonly string[], cwd = REPOSITORY, environment: NodeJS.ProcessEnv = {}): void {
  execFileSync(command, args, { cwd, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] });
}
