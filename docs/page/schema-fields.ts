import type { openApiDocument } from '../openapi/document.ts';
import { type Html, html, inline } from './html.ts';

/** JSON Schema, as far as it is told on the page. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

export type ApiDocument = ReturnType<typeof openApiDocument>;

/** The fields of an object, each with its type and what it means. */
export function fields(schema: Schema): Html {
  const { properties = {}, required = [] } = schema;
  return html`<dl class="fields">${Object.entries(properties).map(
    ([name, field]) => html`<div>${fieldHead(name, field, required.includes(name))}<dd>${meaning(field)}</dd></div>`,
  )}</dl>`;
}

/** The name of a field or parameter, and its type. */
export function fieldHead(name: string, schema: Schema, required: boolean, place = ''): Html {
  return html`<dt><code>${name}</code> <span class="type">${typeOf(schema)}${place && ` · ${place}`}</span>${
    required && html` <span class="required">required</span>`
  }</dt>`;
}

/** What a field means, and which values it has. */
export function meaning(schema: Schema): Html {
  const { description = '', enum: values, default: preset } = schema;
  const list = values?.filter((value) => value !== null);
  return html`${inline(description)}${list && list.length > 1 && html` ${list.map((value) => html`<code class="value">${value}</code> `)}`}${
    preset !== undefined && html`<span class="preset">Default: <code>${String(preset)}</code></span>`
  }`;
}

function typeOf({ $ref, type, format, items, const: constant }: Schema): Html | string {
  if ($ref) return linkOf($ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (type === 'array') return html`list of ${items ? typeOf(items) : 'anything'}`;
  const words = [type ?? 'any'].flat().join(' or ');
  return format && format !== 'binary' ? `${words} (${format})` : format === 'binary' ? 'file' : words;
}

function linkOf(reference: string): Html | string {
  const name = reference.replace(/^.*\//, '');
  return name === 'Options' ? html`<a href="#options">options</a>` : 'object';
}

/** What a reference in the document leads to. */
export function resolve<T extends object>(document: ApiDocument, value: T): T {
  if (!('$ref' in value)) return value;
  const steps = String(value.$ref).replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], document) as T;
}
