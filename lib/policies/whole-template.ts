import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, NestedStack, type Stack } from 'aws-cdk-lib';

/** A synthesised resource. */
export interface WholeResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

/** The used part of a template. */
interface SynthesisedTemplate {
  readonly Resources?: Readonly<Record<string, WholeResource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly Parameters?: Readonly<Record<string, unknown>>;
}

/** Replacements of references, by their JSON. */
type Replacements = ReadonlyMap<string, unknown>;

/**
 * The resources of a stack and its nested stacks in one template, by logical id. References between stacks, which are
 * parameters and outputs, become references to the resources.
 */
export function wholeTemplate(stack: Stack): Readonly<Record<string, WholeResource>> {
  const { directory } = App.of(stack)?.synth() ?? {};
  if (!directory) throw new Error(`${stack.node.path} is in no app`);
  const read = ({ templateFile }: Stack): SynthesisedTemplate =>
    JSON.parse(readFileSync(join(directory, templateFile), 'utf8'));
  const nested = stack.node.findAll().filter((construct) => construct instanceof NestedStack);
  const parts = nested.map((one) => ({ id: stack.getLogicalId(resourceOf(one)), template: read(one) }));
  return joinTemplates(read(stack), parts);
}

function resourceOf({ nestedStackResource, node }: NestedStack) {
  if (!nestedStackResource) throw new Error(`${node.path} is no resource`);
  return nestedStackResource;
}

/** Merges a template with those of its nested stacks, which are given by logical id. */
export function joinTemplates(
  parent: SynthesisedTemplate,
  nested: readonly { readonly id: string; readonly template: SynthesisedTemplate }[],
): Readonly<Record<string, WholeResource>> {
  const replacements = new Map<string, unknown>();
  const all: Record<string, WholeResource> = { ...parent.Resources };
  for (const { id, template } of nested) {
    const given = (parent.Resources?.[id]?.Properties?.Parameters ?? {}) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(given)) replacements.set(JSON.stringify({ Ref: name }), value);
    for (const [name, { Value }] of Object.entries(template.Outputs ?? {}))
      replacements.set(JSON.stringify({ 'Fn::GetAtt': [id, `Outputs.${name}`] }), Value);
    for (const [name, resource] of Object.entries(template.Resources ?? {})) {
      if (all[name]) throw new Error(`Two stacks have a resource ${name}`);
      all[name] = resource;
    }
  }
  return replace(all, replacements) as Readonly<Record<string, WholeResource>>;
}

function replace(value: unknown, replacements: Replacements): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replace(item, replacements));
  const replacement = replacements.get(JSON.stringify(value));
  // The replacement may be a reference to another stack itself.
  if (replacement !== undefined) return replace(replacement, replacements);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replace(item, replacements)]));
}
