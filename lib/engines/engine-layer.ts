import { FileSystem } from 'aws-cdk-lib';
import { Code, Architecture as LambdaArchitecture, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { BuiltLayer } from './built-layers.ts';

/** What an engine needs beyond npm packages, as a Lambda layer. */
export class EngineLayer extends LayerVersion {
  public readonly name: string;
  /** In bytes, unzipped. */
  public readonly size: number;

  constructor(scope: Construct, id: string, { name, architecture, path, size, fingerprint }: BuiltLayer) {
    super(scope, id, {
      description: `${name}, with all it needs, at /opt/${name}`,
      // Of what is in it, so that an archive has the name that its folder has.
      code: Code.fromAsset(path, { assetHash: fingerprint ?? FileSystem.fingerprint(path) }),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [LambdaArchitecture.custom(architecture)],
    });
    this.name = name;
    this.size = size;
  }
}
