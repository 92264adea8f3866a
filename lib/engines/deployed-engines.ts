import { join } from 'node:path';
import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Engine } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { LAYERS } from '../../layers/folders.ts';
import { JAIL } from '../../layers/jail/compile.ts';
import type { Workload } from '../permissions/workload.ts';
import { constructId } from './construct-id.ts';
import { EngineLayer } from './engine-layer.ts';

export interface DeployedEnginesProps {
  /**
   * The engines to deploy, out of functions/engines.
   * @default - all
   */
  readonly engines?: readonly Engine[];
  /**
   * The folder with what was built of layers/, a folder for each.
   * @default - where `npm run layers` puts them
   */
  readonly layersFolder?: string;
}

/** The engines that are deployed, with their layers. One whose layer is not built is left out. */
export class DeployedEngines extends Construct {
  /** In order of preference. */
  public readonly list: readonly Engine[];
  private readonly layers = new Map<string, EngineLayer>();

  constructor(scope: Construct, id: string, { engines = ENGINES, layersFolder = LAYERS }: DeployedEnginesProps = {}) {
    super(scope, id);
    for (const name of new Set(engines.flatMap(layerNames))) {
      const layer = { name, folder: join(layersFolder, name) };
      if (EngineLayer.isBuilt(layer)) this.layers.set(name, new EngineLayer(this, constructId(name), layer));
      else this.warn(name, engines);
    }
    this.list = engines.filter(({ worker }) => worker.layers.every((layer) => this.layers.has(layer)));
  }

  /** The layers that a function needs to run some of the engines. */
  layersOf(engines: readonly Engine[]): EngineLayer[] {
    const names = new Set(engines.flatMap(layerNames));
    return [...this.layers.values()].filter(({ name }) => names.has(name));
  }

  /** Tells a workload which engines there are: what is installed beside it says nothing of the workers. */
  announce(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.engines, this.list.map(({ name }) => name).join(','));
  }

  private warn(layer: string, engines: readonly Engine[]): void {
    const names = engines.filter((engine) => layerNames(engine).includes(layer)).map(({ name }) => name);
    const consequence = layer === JAIL ? 'Without the jail around it' : 'Left out';
    Annotations.of(this).addWarningV2(
      `FileConversion:LayerNotBuilt:${layer}`,
      `${consequence}: ${names.join(', ')}. The layer ${layer} is not built; "npm run layers -- ${layer}" builds it.`,
    );
  }
}

/** Every layer holds the jail; an engine that needs no other gets the one that holds nothing else. */
function layerNames({ worker }: Engine): readonly string[] {
  return worker.layers.length > 0 ? worker.layers : [JAIL];
}
