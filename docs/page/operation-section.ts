import type { ErrorCode } from '../../functions/conversion/errors.ts';
import { STATUS_CODES } from '../../functions/http/status-codes.ts';
import { type ApiRouteName, ROUTES } from '../../functions/routes.ts';
import { OPERATIONS } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import { jsonSample, samples } from './code-sample.ts';
import { type Html, html, inline, markdown } from './html.ts';
import { REQUEST_SAMPLES } from './request-samples.ts';
import { type ApiDocument, fieldHead, fields, meaning, resolve, type Schema } from './schema-fields.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

/** Everything about a route: what to send, what comes back, and what can go wrong. */
export function operationSection(name: ApiRouteName, document: ApiDocument): Html {
  const operation = OPERATIONS[name];
  const { method, path } = routeOf(name);
  return html`<section id="${name}" class="operation">
<div class="prose">
<h3><a href="#${name}">${operation.summary}</a></h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
${markdown(operation.description)}
${parametersOf(operation, document)}${bodyOf(operation)}${answersOf(operation, document)}${errorsOf(operation)}
</div>
<div class="code">${samples('Request', REQUEST_SAMPLES[name])}${exampleOf(operation)}</div>
</section>`;
}

/** The method and path of a route. */
export function routeOf(name: ApiRouteName): (typeof ROUTES)[number] {
  const route = ROUTES.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`There is no route ${name}.`);
  return route;
}

/** A path that may be broken after its slashes. */
function breakable(path: string): Html {
  return html`${path.split(/(?<=\/)/).map((step) => html`${step}<wbr>`)}`;
}

function parametersOf({ parameters = [] }: Operation, document: ApiDocument): Html | string {
  const known = (parameters as unknown as readonly Parameter[]).map((parameter) => resolve(document, parameter));
  if (known.length === 0) return '';
  return html`<h4>Parameters</h4><dl class="fields">${known.map(
    ({ name, in: place, required = false, description, schema }) =>
      html`<div>${fieldHead(name, schema, required, place)}<dd>${meaning({ ...schema, description })}</dd></div>`,
  )}</dl>`;
}

function bodyOf({ requestBody }: Operation): Html | string {
  if (!requestBody) return '';
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(
    requestBody.content as Record<string, { schema: Schema }>,
  );
  return html`<h4>Body <span class="type">${type}</span></h4>${fields(schema)}
<p class="more">And each <a href="#options">option</a> of the target, under its own name.</p>`;
}

function answersOf({ answers }: Operation, document: ApiDocument): Html {
  return html`<h4>Answer</h4>${Object.entries(answers).map(([status, { description, headers = [], content = {} }]) => {
    const [media] = Object.values(content) as { schema?: Schema }[];
    const data = media?.schema?.properties?.data;
    return html`<p><span class="status ok">${status}</span> ${inline(description)}${
      headers.length > 0 &&
      html` Headers: ${headers.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}.`
    }</p>${data && html`<div class="data"><p class="type">in <code>data</code></p>${fields(resolve(document, data))}</div>`}`;
  })}`;
}

function errorsOf({ errors }: Operation): Html | string {
  if (errors.length === 0) return '';
  const byStatus = Object.groupBy([...new Set<ErrorCode>(errors)], (code) => STATUS_CODES[code]);
  return html`<h4>Errors</h4><dl class="codes">${Object.entries(byStatus).map(
    ([status, codes = []]) =>
      html`<div><dt><span class="status">${status}</span></dt><dd>${codes.map(
        (code) => html`<a href="#code-${code}"><code>${code}</code></a> `,
      )}</dd></div>`,
  )}</dl>`;
}

function exampleOf({ answers }: Operation): Html | string {
  const [media] = Object.values(answers[200]?.content ?? {});
  return media?.example === undefined ? '' : jsonSample('Answer', media.example);
}
