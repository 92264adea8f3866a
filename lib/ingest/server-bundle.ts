import { execSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssetHashType, AssetStaging, type AssetStagingProps, DockerImage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
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
    super(scope, id, prepared ? { ...prepared, sourcePath: PREPARED_BUNDLES } : bundledNow(props));
    this.folder = this.absoluteStagedPath;
    this.bundleName = name;
  }
}

function bundledNow({ entry, programs = [], image }: ServerBundleProps): AssetStagingProps {
  // The asset where nothing is bundled, as in most tests.
  const sourcePath = join(REPOSITORY, image ?? dirname(entry));
  return {
    sourcePath,
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The CDK requires an image, which is never run.
      image: DockerImage.fromRegistry('none'),
      local: {
        tryBundle(output) {
          const beside = programs.map((program) => bundleProgram(join(REPOSITORY, program), output));
          for (const command of [bundle(join(REPOSITORY, entry), join(output, 'index.js')), ...beside]) {
            execSync(command, { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'inherit'] });
          }
          writeFileSync(join(output, 'package.json'), '{"type":"module"}\n');
          if (image) cpSync(sourcePath, output, { recursive: true });
          return true;
        },
      },
    },
  };
}
