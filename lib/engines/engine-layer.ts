import { FileSystem } from 'aws-cdk-lib';
import { Code, Architecture as LambdaArchitecture, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { BuiltLayer } from './built-layers.ts';

/** A Lambda layer with the programs of an engine. */
export class EngineLayer extends LayerVersion {
  public readonly name: string;
  /** In bytes, unzipped. */
  public readonly size: number;

  constructor(scope: Construct, id: string, { name, architecture, path, size, fingerprint }: BuiltLayer) {
    super(scope, id, {
      description: `${name}, with all it needs, at /opt/${name}`,
      // A hash of the content, so that an archive and its folder are the same asset.
      code: Code.fromAsset(path, { assetHash: fingerprint ?? FileSystem.fingerprint(path) }),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [LambdaArchitecture.custom(architecture)],
    });
    this.name = name;
    this.size = size;
  }
}
