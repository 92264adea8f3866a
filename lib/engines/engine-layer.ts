import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { LIMIT } from '../../layers/limit/compile.ts';

export interface EngineLayerProps {
  /** The folder below layers/ with its recipe. */
  readonly name: string;
  /** What was built of the recipe: what lies in this folder, lies at /opt. */
  readonly folder: string;
}

/** What an engine needs beyond npm packages, as a Lambda layer. */
export class EngineLayer extends LayerVersion {
  public readonly name: string;
  public readonly folder: string;

  /** Whether a layer lies in its folder whole: the engine's programs, and what starts them. */
  public static isBuilt({ name, folder }: EngineLayerProps): boolean {
    return [name, LIMIT].every((part) => existsSync(join(folder, part)));
  }

  constructor(scope: Construct, id: string, { name, folder }: EngineLayerProps) {
    super(scope, id, {
      description: `${name}, with all it needs, at /opt/${name}`,
      code: Code.fromAsset(folder),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [Architecture.X86_64],
    });
    this.name = name;
    this.folder = folder;
  }
}
