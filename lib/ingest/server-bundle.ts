import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssetStaging, type AssetStagingProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { bundledBy } from '../functions/bundled-by.ts';
import { bundle, bundleProgram, REPOSITORY } from '../functions/function-bundling.ts';
import { bundleName, PREPARED_BUNDLES, preparedBundle } from '../functions/prepared-bundles.ts';

export interface ServerBundleProps {
  /** The file that starts the server, relative to the repository. */
  readonly entry: string;
  /**
   * Programs and worker threads, which are beside it as in functions; relative to the repository.
   * @default - none
   */
  readonly programs?: readonly string[];
  /**
   * The folder of a Dockerfile, which is copied beside the bundle; relative to the repository.
   * @default - none: the server does not run in a container
   */
  readonly image?: string;
}

/**
 * A server, bundled like functions: a minified ES module with all imports, named index.js, which a web function starts; its
 * package.json says that it is a module.
 */
export class ServerBundle extends AssetStaging {
  /** The folder of the bundle. */
  public readonly folder: string;
  /** The name of its bundle: see `bundleName`. */
  public readonly bundleName: string;

  constructor(scope: Construct, id: string, props: ServerBundleProps) {
    const { entry, programs = [], image } = props;
    const name = bundleName(entry, [...programs, image]);
    const prepared = preparedBundle(name);
    super(scope, id, prepared ? { ...prepared, sourcePath: PREPARED_BUNDLES } : bundledNow(props, name));
    this.folder = this.absoluteStagedPath;
    this.bundleName = name;
  }
}

function bundledNow({ entry, programs = [], image }: ServerBundleProps, name: string): AssetStagingProps {
  // The asset where nothing is bundled, as in most tests.
  const sourcePath = join(REPOSITORY, image ?? dirname(entry));
  const asset = bundledBy(name, (output) => {
    bundle(entry, join(output, 'index.js'));
    for (const program of programs) bundleProgram(program, output);
    writeFileSync(join(output, 'package.json'), '{"type":"module"}\n');
    if (image) cpSync(sourcePath, output, { recursive: true });
  });
  return { ...asset, sourcePath };
}
