import { TenancyConfig } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { queueOf } from '../../../functions/conversion/job-queues.ts';
import { attemptTime, dispatchTime, engineTime, visibilityTimeout } from '../../../functions/conversion/job-times.ts';
import { layersOf } from '../../../functions/engines/engine.ts';
import { ENGINES } from '../../../functions/engines/index.ts';
import { engineFunctionVariable } from '../../../functions/environment.ts';
import { ALL_ENGINES, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();

const variablesOf = (fn: IConstruct | undefined, within = synthesized) =>
  within.resourceOf(fn).Properties.Environment?.Variables ?? {};

describe.each(ALL_ENGINES)('the function of $name', (engine) => {
  const fn = synthesized.engineFunctions()[`engine ${engine.name}`];
  const { Properties: properties } = synthesized.resourceOf(fn);

  it('has what the engine needs of a machine', () => {
    expect(properties).toMatchObject({
      MemorySize: engine.worker.memory,
      EphemeralStorage: { Size: Math.max(512, engine.worker.scratch) },
      Timeout: engineTime(engine),
    });
    expect(properties.Timeout).toBeGreaterThan(engine.worker.timeout);
  });

  it('has the name of its engine in its environment, and nothing else', () => {
    expect(variablesOf(fn)).toEqual({ ENGINE: engine.name });
  });

  it('has the layers of the engine, and no other', () => {
    const layers = layersOf(engine).map((name) => synthesized.service.engines.layers.get(name));
    const references = layers.map((layer) => ({ Ref: synthesized.idOf(layer) }));
    expect(properties.Layers).toEqual(references.length > 0 ? references : undefined);
  });

  it('ends before the function that invoked it, and that before its message is delivered again', () => {
    expect(engineTime(engine)).toBeLessThan(attemptTime(engine));
    expect(attemptTime(engine)).toBeLessThanOrEqual(dispatchTime(queueOf(engine)));
    expect(dispatchTime(queueOf(engine))).toBeLessThan(visibilityTimeout(queueOf(engine)));
  });

  it('is called by dispatch, by its name', () => {
    const dispatch = variablesOf(synthesized.functions()[`dispatch ${queueOf(engine)}`]);
    expect(dispatch[engineFunctionVariable(engine.name)]).toEqual({ Ref: synthesized.idOf(fn) });
  });
});

describe('convert', () => {
  it('calls the engines that are quick, and no others', () => {
    const known = Object.keys(variablesOf(synthesized.functions().convert)).filter((name) =>
      name.startsWith('ENGINE_FUNCTION_'),
    );
    const quick = ENGINES.filter(({ worker }) => worker.lane === 'request');
    expect(quick.length).toBeGreaterThan(0);
    expect(known).toEqual(quick.map(({ name }) => engineFunctionVariable(name)));
  });
});

describe('functions that run no engine', () => {
  it.each(Object.entries(synthesized.functions()).filter(([name]) => !name.startsWith('engine ')))(
    '%s has no layer and no network',
    (_, fn) => {
      const { Properties } = synthesized.resourceOf(fn);
      expect(Properties).not.toHaveProperty('Layers');
      expect(Properties).not.toHaveProperty('VpcConfig');
    },
  );
});

describe('isolation', () => {
  const callers = (within: Synthesis) =>
    Object.entries(within.functions()).filter(([name]) => name === 'convert' || name.startsWith('dispatch '));

  it('is shared by default', () => {
    for (const fn of Object.values(synthesized.engineFunctions())) {
      expect(synthesized.resourceOf(fn).Properties).not.toHaveProperty('TenancyConfig');
    }
    for (const [name, fn] of callers(synthesized)) expect(variablesOf(fn), name).not.toHaveProperty('ISOLATION');
  });

  it("by account is Lambda's, only for engines, and known to the functions that invoke them", () => {
    const isolated = new Synthesis({ isolation: 'account' });
    const engines = Object.values(isolated.engineFunctions());
    for (const fn of engines) {
      expect(fn.tenancyConfig).toBe(TenancyConfig.PER_TENANT);
      expect(isolated.resourceOf(fn).Properties.TenancyConfig).toEqual({ TenantIsolationMode: 'PER_TENANT' });
    }
    const others = isolated.ofType('AWS::Lambda::Function').filter(({ Properties }) => Properties.TenancyConfig);
    expect(others).toHaveLength(engines.length);
    for (const [name, fn] of callers(isolated)) expect(variablesOf(fn, isolated).ISOLATION, name).toBe('account');
  });
});
