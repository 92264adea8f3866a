import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { attemptTime, engineTime } from '../../../functions/conversion/job-times.ts';
import { layersOf } from '../../../functions/engines/engine.ts';
import { ffmpeg } from '../../../functions/engines/ffmpeg.ts';
import { sharp } from '../../../functions/engines/sharp.ts';
import { LayersNotBuilt } from '../../../lib/engines/deployed-engines.ts';
import type { FileConversionProps } from '../../../lib/file-conversion.ts';
import { ALL_ENGINES, builtLayers, LAYERED, Synthesis, synthesis } from '../synthesis.ts';

const MEBIBYTE = 1024 * 1024;

const enginesOf = (synthesized: Synthesis, name: string) =>
  synthesized.resourceOf(synthesized.functions()[name]).Properties.Environment?.Variables.ENGINES;

/** A folder in which the launcher of the only layer is for a processor, by the number that ELF has for it. */
function builtFor(machine: number): string {
  const layersFolder = builtLayers(['example']);
  const header = Buffer.alloc(64);
  header.writeUInt16LE(machine, 18);
  mkdirSync(join(layersFolder, 'example/limit/bin'));
  writeFileSync(join(layersFolder, 'example/limit/bin/limit'), header);
  return layersFolder;
}

describe('engines whose layers are built', () => {
  const synthesized = synthesis();

  it.each(ALL_ENGINES)('$name has a function with its machine, its layers, and its name alone', (engine) => {
    const fn = synthesized.engineFunctions()[`engine ${engine.name}`];
    const { Properties: properties } = synthesized.resourceOf(fn);
    expect(properties).toMatchObject({
      MemorySize: engine.worker.memory,
      EphemeralStorage: { Size: Math.max(512, engine.worker.scratch) },
      Timeout: engineTime(engine),
      Architectures: ['arm64'],
    });
    expect(properties.Environment?.Variables).toEqual({ ENGINE: engine.name });
    const layers = layersOf(engine).map((name) => synthesized.service.engines.layers.get(name));
    expect(properties.Layers ?? []).toEqual(layers.map((layer) => ({ Ref: synthesized.idOf(layer) })));
    // It ends before the function that invoked it.
    expect(engine.worker.timeout).toBeLessThan(engineTime(engine));
    expect(engineTime(engine)).toBeLessThan(attemptTime(engine));
  });

  it('bring the layers that they name, and not the jail, which is for machines that are not Lambda', () => {
    const layers = [...synthesized.service.engines.layers.keys()];
    expect(layers).toEqual([...new Set(ALL_ENGINES.flatMap(layersOf))]);
    expect(layers).not.toContain('jail');
  });

  it('are deployed on the processor that the layers are for, and on no other', () => {
    for (const [architecture, machine, other] of [
      ['arm64', 183, 'x86_64'],
      ['x86_64', 62, 'arm64'],
    ] as const) {
      const props = { engines: [LAYERED], layersFolder: builtFor(machine) };
      expect(() => new Synthesis({ ...props, architecture: other })).toThrow(LayersNotBuilt);
      const deployed = new Synthesis(props);
      const [fn] = Object.values(deployed.engineFunctions());
      expect(deployed.resourceOf(fn).Properties.Architectures).toEqual([architecture]);
      const [layer] = deployed.ofType('AWS::Lambda::LayerVersion');
      expect(layer?.Properties.CompatibleArchitectures).toEqual([architecture]);
    }
  });
});

describe('engines whose layers are not built', () => {
  const without = ALL_ENGINES.filter(({ worker }) => worker.layers.length === 0).map(({ name }) => name);

  it('stop the synthesis with one sentence that names the layers and the command', () => {
    const layered = { ...LAYERED, name: 'other', worker: { ...LAYERED.worker, layers: ['second'] } };
    const props = { engines: [LAYERED, layered], layersFolder: builtLayers([]) };
    expect(() => new Synthesis(props)).toThrow(
      /^These layers of the engines are not built: example, second\. Run "npm run layers" first, .*`-c layers=optional`/,
    );
    expect(() => new Synthesis({ ...props, architecture: 'arm64' })).toThrow(
      /^These layers of the engines are not built for arm64: .* Run "npm run layers -- --architecture arm64" first, /,
    );
    // A layer may lack what limits its programs.
    mkdirSync(join(props.layersFolder, 'example/example'), { recursive: true });
    expect(() => new Synthesis({ ...props, engines: [LAYERED] })).toThrow(LayersNotBuilt);
  });

  it('are left out where layers are optional, with a warning and advice', () => {
    // Synthesis reports warnings to the terminal too, where they would look like trouble with the tests.
    const terminal = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => terminal.mockRestore());
    const synthesized = new Synthesis({ engines: ALL_ENGINES, layers: 'optional', layersFolder: builtLayers([]) });
    for (const fn of ['convert', 'formats']) expect(enginesOf(synthesized, fn)).toBe(without.join(','));
    const warnings = Annotations.fromStack(synthesized.stack).findWarning('*', Match.anyValue());
    expect(warnings.map(({ entry }) => `${entry.data}`)).toContainEqual(
      expect.stringContaining(
        'Left out: layered. The layer example is not built for arm64; "npm run layers -- example --architecture arm64" builds it.',
      ),
    );
  });
});

it('a function with layers that Lambda would not take stops the synthesis', () => {
  const layersFolder = builtLayers(['example']);
  const large = join(layersFolder, 'example/example/large');
  writeFileSync(large, '');
  truncateSync(large, 251 * MEBIBYTE);
  expect(() => new Synthesis({ engines: [LAYERED], layersFolder })).toThrow(
    /Lambda takes 250 MiB .* These are more: code 0 MiB, layer example 252 MiB/,
  );
});

describe('the function of videos', () => {
  const memoryWith = (props: FileConversionProps) => {
    const synthesized = new Synthesis({ engines: [ffmpeg, sharp], ...props });
    return Object.values(synthesized.engineFunctions()).map((fn) => synthesized.resourceOf(fn).Properties.MemorySize);
  };

  it('has the memory that is set, and no other function has', () => {
    expect(memoryWith({ videoMemory: 8846 })).toEqual([8846, sharp.worker.memory]);
    for (const videoMemory of [1769, 3008.5, 10_241])
      expect(() => memoryWith({ videoMemory })).toThrow(/videoMemory is a number of MB from 3008 to 10240/);
  });
});

describe('isolation', () => {
  const isolationIn = (within: Synthesis) =>
    Object.entries(within.functions()).map(([name, fn]) => {
      const { TenancyConfig, Environment } = within.resourceOf(fn).Properties;
      return [name.split(' ')[0], TenancyConfig, Environment?.Variables.ISOLATION];
    });

  it("is shared by default; by account it is Lambda's, for engines alone, and known to the functions that invoke them", () => {
    for (const [, ...settings] of isolationIn(synthesis())) expect(settings).toEqual([undefined, undefined]);
    for (const [kind, ...settings] of isolationIn(new Synthesis({ isolation: 'account' })))
      expect(settings, kind as string).toEqual([
        kind === 'engine' ? { TenantIsolationMode: 'PER_TENANT' } : undefined,
        kind === 'convert' || kind === 'dispatch' ? 'account' : undefined,
      ]);
  });
});
