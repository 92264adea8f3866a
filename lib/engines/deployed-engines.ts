import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { type Engine, layersOf } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { ENVIRONMENT, engineFunctionVariable } from '../../functions/environment.ts';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import type { ConversionFunction } from '../functions/conversion-function.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';
import { type BuiltLayer, findLayer, layerPackage, layersComeAsPackages } from './built-layers.ts';
import { constructId } from './construct-id.ts';
import { EngineFunction, type EngineFunctionProps } from './engine-function.ts';
import { EngineLayer } from './engine-layer.ts';

export interface DeployedEnginesProps extends Omit<EngineFunctionProps, 'engine' | 'layers'> {
  /**
   * The engines to deploy.
   * @default - all
   */
  readonly engines?: readonly Engine[];
  /**
   * The folder of the layers: a folder for each, as `npm run layers` builds them, or an archive of each, as `pandoc.zip`.
   * @default - where `npm install` or, in a checkout, `npm run layers` puts them
   */
  readonly layersFolder?: string;
  /**
   * `required`: synthesis fails when a layer is not built. `optional`: its engines are left out with a warning; a deployment
   * deletes existing ones, with their waiting jobs.
   * @default 'required'
   */
  readonly layers?: LayerMode;
  /**
   * The memory of the function that encodes videos, in MB: Lambda gives a processor for each 1,769 MB. 8846 MB are six
   * processors, which keep a good preset for long videos; the price per second is proportional. Some accounts allow only 3008.
   * @default 3008
   */
  readonly videoMemory?: number;
}

/** Whether every engine must have the layers that it needs. */
export type LayerMode = 'required' | 'optional';

/** The engine that encodes videos. */
export const VIDEO_ENGINE = 'ffmpeg';
/** Lambda's memory limit, in MB. */
const MOST_MEMORY = 10_240;

function withMemory(engine: Engine, memory: number): Engine {
  const { worker } = engine;
  if (Number.isInteger(memory) && memory >= worker.memory && memory <= MOST_MEMORY)
    return { ...engine, worker: { ...worker, memory } };
  throw new Error(`videoMemory is a number of MB from ${worker.memory} to ${MOST_MEMORY}; it cannot be ${memory}.`);
}

const BUILD = 'npm run layers';

/** Layers are missing, so that a deployment would delete engines. */
export class LayersNotBuilt extends Error {
  /** @param asked the architecture of the deployment, if it was set */
  constructor(layers: readonly string[], asked: Architecture | undefined) {
    const [command, processor] = asked ? [`${BUILD} -- --architecture ${asked}`, ` for ${asked}`] : [BUILD, ''];
    const are = layers.length === 1 ? 'This layer of the engines is' : 'These layers of the engines are';
    const [not, instead] = layersComeAsPackages()
      ? [
          'installed',
          `Install ${layers.map((name) => layerPackage(name, asked ?? 'arm64')).join(' ')} in the version of file-conversion-construct`,
        ]
      : ['built', `Run "${command}" first`];
    super(
      `${are} not ${not}${processor}: ${layers.join(', ')}. ${instead}, name the engines that you want in the prop ` +
        '`engines`, or say `-c layers=optional` (prop `layers`) to deploy without the engines that need them.',
    );
    this.name = 'LayersNotBuilt';
    // Without the stack trace, since the message says what to do.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** The built layers of engines, for one architecture. */
interface FoundLayers {
  readonly architecture: Architecture;
  readonly layers: readonly BuiltLayer[];
}

function namesOfLayers(engines: readonly Engine[]): string[] {
  return [...new Set(engines.flatMap(layersOf))];
}

/** The engines that are deployed, with their layers, each in a function of its own. */
export class DeployedEngines extends Construct {
  /** In order of preference. */
  public readonly list: readonly Engine[];
  /** By the name of the layer. */
  public readonly layers: ReadonlyMap<string, EngineLayer>;
  /** By the name of the engine. */
  public readonly functions: ReadonlyMap<string, EngineFunction>;
  private readonly props: DeployedEnginesProps;
  private readonly architecture: Architecture;

  constructor(scope: Construct, id: string, props: DeployedEnginesProps = {}) {
    super(scope, id);
    this.props = props;
    const { engines = ENGINES } = props;
    const found = this.findLayers(engines);
    this.architecture = found.architecture;
    this.layers = this.addLayers(engines, found.layers);
    this.list = engines.filter(({ worker }) => worker.layers.every((layer) => this.layers.has(layer)));
    this.functions = new Map(this.list.map((engine) => [engine.name, this.addFunction(engine)]));
  }

  /** Sets the list of deployed engines in the environment of a workload. */
  announce(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.engines, this.list.map(({ name }) => name).join(','));
  }

  /** Lets a function invoke an engine; the links and forms that it signs reach the engine's network. */
  grantConvert(caller: ConversionFunction, { name }: Pick<Engine, 'name'>): void {
    const fn = this.functions.get(name);
    if (!fn) throw new Error(`The engine ${name} is not deployed.`);
    const { isolation, network } = this.props;
    caller.addEnvironment(engineFunctionVariable(name), fn.functionName);
    if (isolation === 'account') caller.addEnvironment(ENVIRONMENT.isolation, isolation);
    // The action for streamed responses, too.
    allow(caller, ['lambda:InvokeFunction'], [fn.functionArn]);
    if (network && caller.role) network.allowSigner?.(caller.role);
  }

  private addLayers(engines: readonly Engine[], built: readonly BuiltLayer[]): ReadonlyMap<string, EngineLayer> {
    const { architecture } = this;
    const names = namesOfLayers(engines);
    const missing = names.filter((name) => !built.some((layer) => layer.name === name));
    if (missing.length > 0 && this.props.layers !== 'optional')
      throw new LayersNotBuilt(missing, this.props.architecture);
    for (const name of missing) this.warnLeftOut(name, engines, architecture);
    return new Map(built.map((layer) => [layer.name, new EngineLayer(this, `${constructId(layer.name)}Layer`, layer)]));
  }

  /** The built layers: for Graviton, on which a second costs less, unless more of them are built for x86-64. */
  private findLayers(engines: readonly Engine[]): FoundLayers {
    const { architecture: asked, layersFolder } = this.props;
    const names = namesOfLayers(engines);
    const found = (architecture: Architecture): FoundLayers => ({
      architecture,
      layers: names.flatMap((name) => findLayer(name, architecture, layersFolder) ?? []),
    });
    if (asked) return found(asked);
    const [arm64, x86] = [found('arm64'), found('x86_64')];
    return x86.layers.length > arm64.layers.length ? x86 : arm64;
  }

  private addFunction(engine: Engine): EngineFunction {
    const layers = layersOf(engine).flatMap((name) => this.layers.get(name) ?? []);
    const { videoMemory = engine.worker.memory, ...props } = this.props;
    const deployed = engine.name === VIDEO_ENGINE ? withMemory(engine, videoMemory) : engine;
    return new EngineFunction(this, constructId(engine.name), {
      ...props,
      architecture: this.architecture,
      engine: deployed,
      layers,
    });
  }

  private warnLeftOut(layer: string, engines: readonly Engine[], architecture: Architecture): void {
    const names = engines.filter(({ worker }) => worker.layers.includes(layer)).map(({ name }) => name);
    Annotations.of(this).addWarningV2(
      `FileConversion:LayerNotBuilt:${layer}`,
      layersComeAsPackages()
        ? `Left out: ${names.join(', ')}. The package ${layerPackage(layer, architecture)} is not installed.`
        : `Left out: ${names.join(', ')}. The layer ${layer} is not built for ${architecture}; "npm run layers -- ${layer} --architecture ${architecture}" builds it.`,
    );
  }
}
