import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { everything } from '../../lib/policies/everything.ts';

/** Below the 500 that CloudFormation takes, so that the next addition fits. */
const MOST_RESOURCES = 425;

describe.each(['web-function', 'fargate'] as const)('the service with all that it can have, on %s', (ingest) => {
  const { stack } = everything({ ingest }, { dropFolders: 10 });
  // Throws on a finding, and on references in a circle.
  Validations.of(stack.node.root).addPlugins(new AwsSolutionsChecks(stack.node.root as App));
  const { directory } = (App.of(stack) as App).synth();
  const templates = readdirSync(directory).filter((name) => name.endsWith('.template.json'));

  it('is three stacks, those of the engines and of the operation nested in the other', () => {
    expect(templates.map((name) => name.replace(/[0-9A-F]{8}\.nested/, '')).sort()).toEqual([
      'FileConversion.template.json',
      'FileConversionServiceEngineStack.template.json',
      'FileConversionServiceOperationStack.template.json',
    ]);
  });

  it.each(templates)('leaves room with ten drop folders: %s', (name) => {
    const { Resources, Parameters = {}, Outputs = {} } = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(MOST_RESOURCES);
    expect(Object.keys(Parameters).length).toBeLessThan(200);
    expect(Object.keys(Outputs).length).toBeLessThan(200);
    expect(statSync(join(directory, name)).size).toBeLessThan(1_000_000);
  });
});
