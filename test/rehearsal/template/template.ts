import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinTemplates } from '../../../lib/policies/whole-template.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, string>>;
}

/** A synthesised stack, and the folder with its assets. */
export interface Template {
  readonly folder: string;
  readonly resources: ReadonlyMap<string, Resource>;
}

type Resources = Readonly<Record<string, Resource>>;

/** Reads what synthesis wrote into a folder: one stack with those nested in it, and its assets. */
export function readTemplate(folder: string): Template {
  const files = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
  const [name, ...others] = files.filter((file) => !file.endsWith('.nested.template.json'));
  if (!name || others.length > 0) throw new Error(`${folder} does not hold one template`);
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { Resources: Resources };
  const parent = read(name);
  const nested = Object.entries(parent.Resources).filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack');
  const parts = nested.map(([id, { Metadata }]) => ({ id, template: read(Metadata?.['aws:asset:path'] ?? '') }));
  return { folder, resources: new Map(Object.entries(joinTemplates(parent, parts) as Resources)) };
}

export function ofType({ resources }: Template, ...types: readonly string[]): (readonly [string, Resource])[] {
  return [...resources].filter(([, { Type }]) => types.includes(Type));
}

/** What a construct is called below the service: `Functions/Convert`. */
export function nameOf({ Metadata }: Resource): string {
  const [, , ...path] = (Metadata?.['aws:cdk:path'] ?? '').split('/');
  const names = path.filter((name) => name !== 'EngineStack' && name !== 'OperationStack');
  return names.join('/').replace(/(\/Function)?\/Resource$/, '');
}

export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}
