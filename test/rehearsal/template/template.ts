import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A resource of a synthesised template. */
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

/** Reads what synthesis wrote into a folder: one stack, and its assets. */
export function readTemplate(folder: string): Template {
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
  if (!name || others.length > 0) throw new Error(`${folder} does not hold one template`);
  const { Resources } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { Resources: Record<string, Resource> };
  return { folder, resources: new Map(Object.entries(Resources)) };
}

/** The resources of a type, with their logical ids. */
export function ofType({ resources }: Template, ...types: readonly string[]): (readonly [string, Resource])[] {
  return [...resources].filter(([, { Type }]) => types.includes(Type));
}

/** What a construct is called below the service: `Functions/Convert`. */
export function nameOf({ Metadata }: Resource): string {
  const [, , ...names] = (Metadata?.['aws:cdk:path'] ?? '').split('/');
  return names.join('/').replace(/(\/Function)?\/Resource$/, '');
}

/** A value that is one or several. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}
