import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../../functions/conversion/job-queues.ts';
import { layersOf } from '../../../functions/engines/engine.ts';
import { LayersNotBuilt } from '../../../lib/engines/deployed-engines.ts';
import type { FileConversionProps } from '../../../lib/file-conversion.ts';
import { REPOSITORY } from '../../../lib/functions/function-bundling.ts';
import { sizeOf, validateSize } from '../../../lib/functions/unzipped-size.ts';
import { ALL_ENGINES, builtLayers, LAYERED, Synthesis, synthesis } from '../synthesis.ts';

const MEBIBYTE = 1024 * 1024;
const names = ALL_ENGINES.map(({ name }) => name);
const withoutLayer = ALL_ENGINES.filter(({ worker }) => worker.layers.length === 0).map(({ name }) => name);

const enginesOf = (synthesized: Synthesis, name: string) =>
  synthesized.resourceOf(synthesized.functions()[name]).Properties.Environment?.Variables.ENGINES;

/** Synthesis reports warnings to the terminal too, where they would look like trouble with the tests. */
function quietly(synthesize: () => Synthesis): Synthesis {
  const terminal = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => terminal.mockRestore());
  return synthesize();
}

const warningsOf = (synthesized: Synthesis) =>
  Annotations.fromStack(synthesized.stack)
    .findWarning('*', Match.anyValue())
    .map(({ entry }) => `${entry.data}`);

describe('engines whose layers are built', () => {
  const synthesized = synthesis();

  it('are deployed, and known to convert and formats', () => {
    expect([...synthesized.service.engines.functions.keys()]).toEqual(names);
    expect([...synthesized.service.jobs.dispatches.keys()]).toEqual(JOB_QUEUE_NAMES);
    for (const fn of ['convert', 'formats']) expect(enginesOf(synthesized, fn)).toBe(names.join(','));
    expect(warningsOf(synthesized)).toEqual([]);
  });

  it('bring the layers that they name, and no other: the jail is for machines that are not Lambda', () => {
    const layers = new Set(ALL_ENGINES.flatMap(layersOf));
    expect([...synthesized.service.engines.layers.keys()]).toEqual([...layers]);
    expect(synthesized.ofType('AWS::Lambda::LayerVersion')).toHaveLength(layers.size);
    expect([...layers]).not.toContain('jail');
    expect(synthesized.resourceOf(synthesized.service.engines.layers.get('example')).Properties).toMatchObject({
      CompatibleRuntimes: ['nodejs24.x'],
      CompatibleArchitectures: ['arm64'],
    });
  });
});

describe('engines on x86-64', () => {
  const synthesized = new Synthesis({ architecture: 'x86_64' });
  const architectures = (names: readonly string[]) =>
    names.map((name) => synthesized.resourceOf(synthesized.functions()[name]).Properties.Architectures);

  it('have functions and layers for it, and so has the service where that is set', () => {
    expect(architectures(Object.keys(synthesized.engineFunctions()))).toEqual(names.map(() => ['x86_64']));
    for (const { Properties } of synthesized.ofType('AWS::Lambda::LayerVersion'))
      expect(Properties).toMatchObject({ CompatibleArchitectures: ['x86_64'] });
    expect(architectures(['convert', 'intake'])).toEqual([['x86_64'], ['x86_64']]);
  });

  it.each([
    ['arm64', 183, 'x86_64'],
    ['x86_64', 62, 'arm64'],
  ] as const)(
    'are deployed on %s where the layers are for that, and not on the other',
    (architecture, machine, other) => {
      const layersFolder = builtLayers(['example']);
      const header = Buffer.alloc(64);
      header.writeUInt16LE(machine, 18);
      mkdirSync(join(layersFolder, 'example/limit/bin'));
      writeFileSync(join(layersFolder, 'example/limit/bin/limit'), header);
      expect(() => new Synthesis({ engines: [LAYERED], layersFolder, architecture: other })).toThrow(LayersNotBuilt);
      const deployed = new Synthesis({ engines: [LAYERED], layersFolder });
      const [name = ''] = Object.keys(deployed.engineFunctions());
      expect(deployed.resourceOf(deployed.functions()[name]).Properties.Architectures).toEqual([architecture]);
    },
  );
});

describe('engines whose layers are not built', () => {
  const optional = (props: FileConversionProps) => quietly(() => new Synthesis({ layers: 'optional', ...props }));

  it('stop the synthesis with one sentence that names the layers and the command', () => {
    const layered = { ...LAYERED, name: 'other', worker: { ...LAYERED.worker, layers: ['second'] } };
    const engines = [...ALL_ENGINES.filter(({ worker }) => worker.layers.length === 0), LAYERED, layered];
    expect(() => new Synthesis({ engines, layersFolder: builtLayers([]) })).toThrow(
      /^These layers of the engines are not built: example, second\. Run "npm run layers" first, .*`-c layers=optional`/,
    );
    expect(() => new Synthesis({ engines, layersFolder: builtLayers([]), architecture: 'arm64' })).toThrow(
      /^These layers of the engines are not built for arm64: .* Run "npm run layers -- --architecture arm64" first, /,
    );
  });

  it('stop the synthesis too where the layer lacks what limits its programs', () => {
    const layersFolder = builtLayers([]);
    mkdirSync(join(layersFolder, 'example/example'), { recursive: true });
    expect(() => new Synthesis({ engines: [LAYERED], layersFolder })).toThrow(LayersNotBuilt);
  });

  it('are left out where layers are optional, with a warning and advice', () => {
    const synthesized = optional({ layersFolder: builtLayers([]) });
    expect([...synthesized.service.engines.functions.keys()]).toEqual(withoutLayer);
    for (const fn of ['convert', 'formats']) expect(enginesOf(synthesized, fn)).toBe(withoutLayer.join(','));
    expect(synthesized.ofType('AWS::Lambda::LayerVersion')).toEqual([]);
    expect(warningsOf(synthesized)).toContainEqual(
      expect.stringContaining(
        'Left out: layered. The layer example is not built for arm64; "npm run layers -- example --architecture arm64" builds it.',
      ),
    );
  });

  it('do not matter where the engines are not deployed', () => {
    const engines = ALL_ENGINES.filter(({ worker }) => worker.layers.length === 0);
    const synthesized = quietly(() => new Synthesis({ engines, layersFolder: builtLayers([]) }));
    expect(warningsOf(synthesized)).toEqual([]);
  });

  it('stop the app itself before anything is bundled, without a stack trace', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'clone-'));
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
    for (const name of ['bin', 'docs', 'functions', 'layers', 'lib', 'package.json'])
      cpSync(join(REPOSITORY, name), join(clone, name), { recursive: true });
    symlinkSync(join(REPOSITORY, 'node_modules'), join(clone, 'node_modules'));
    const env = { ...process.env, CDK_OUTDIR: join(clone, 'out'), CDK_CONTEXT_JSON: '{}' };
    const run = spawnSync(process.execPath, ['bin/file-conversion.ts'], { cwd: clone, env, encoding: 'utf8' });
    expect(run.stderr).toMatch(
      /^These layers of the engines are not built: .*office.* Run "npm run layers" first, .*\n$/,
    );
    expect(run.status).toBe(1);
    expect(existsSync(join(clone, 'out/manifest.json'))).toBe(false);
  });
});

describe('the size of a function with its layers', () => {
  it('fails the synthesis above what Lambda takes', () => {
    const layersFolder = builtLayers(['example']);
    const large = join(layersFolder, 'example/example/large');
    writeFileSync(large, '');
    truncateSync(large, 251 * MEBIBYTE);
    expect(() => new Synthesis({ engines: [LAYERED], layersFolder })).toThrow(
      /Lambda takes 250 MiB .* These are more: code 0 MiB, layer example 252 MiB/,
    );
  });

  it('is that of all files, links followed', () => {
    expect(sizeOf(builtLayers(['example']))).toBe('this is example'.length + 'this is limit'.length);
    const { service } = synthesis();
    const layers = [...service.engines.layers.values()].filter(({ name }) => name === 'example');
    expect(validateSize(service, layers, 28)).toEqual([]);
    expect(validateSize(service, layers, 27)).toHaveLength(1);
  });
});
