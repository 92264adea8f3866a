import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, type ErrorCode } from '../../functions/conversion/errors.ts';
import type { ApiRouteName } from '../../functions/routes.ts';
import { OPERATIONS, openApiDocument } from '../openapi/document.ts';
import { LANGUAGES } from './code-sample.ts';
import { errorSections } from './error-sections.ts';
import { formatSections } from './format-sections.ts';
import { guide } from './guide.ts';
import { Html, html, inline } from './html.ts';
import { operationSection, routeOf } from './operation-section.ts';
import { optionSections } from './option-sections.ts';

const STYLE = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8');

/** A picture for the tab: two arrows. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%234338ca'/%3E%3Cpath d='M4 6h7L9 4m3 6H5l2 2' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E";

/** The page about the API: one file without scripts, which loads nothing. */
export function apiPage(): string {
  const document = openApiDocument();
  const names = Object.keys(OPERATIONS) as ApiRouteName[];
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: names.filter((operation) => OPERATIONS[operation].tag === name),
  }));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>File conversion API</title>
<meta name="description" content="${document.info.summary}">
<link rel="icon" href="${new Html(ICON)}">
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#start">Skip to the content</a>
<header>${Object.keys(LANGUAGES).map(
    (name, index) =>
      html`<input type="radio" name="language" id="in-${name}" class="language" aria-label="Examples in ${LANGUAGES[name as keyof typeof LANGUAGES]}"${index === 0 && new Html(' checked')}>`,
  )}<a class="brand" href="#top">File conversion <span>API ${document.info.version}</span></a>
<a class="spec" href="/api/v1/openapi.json">OpenAPI <span>3.1</span></a></header>
<details class="menu"><summary>Contents</summary>${navigation(groups)}</details>
<div class="page">
<nav class="side" aria-label="Contents">${navigation(groups)}</nav>
<main id="top">
<section class="wide intro"><h1>File conversion API</h1>
<p class="lead">Upload a file, name a format, fetch the result once within 30 minutes.</p></section>
${guide()}
${groups.map(
  ({ name, description, operations }) =>
    html`<div class="group" id="${name.toLowerCase()}"><h2><a href="#${name.toLowerCase()}">${name}</a></h2><p>${inline(description)}</p></div>${operations.map(
      (operation) => operationSection(operation, document),
    )}`,
)}
${errorSections()}
${optionSections()}
${formatSections()}
<footer><p>Written from the code that answers. The same for machines: <a href="/api/v1/openapi.json">openapi.json</a>.</p></footer>
</main>
</div>
</body>
</html>
`;
  return page.text;
}

interface Group {
  readonly name: string;
  readonly operations: readonly ApiRouteName[];
}

function navigation(groups: readonly Group[]): Html {
  return html`<ul>
<li><a href="#start"><b>Start</b></a><ul><li><a href="#first">Convert a file</a></li><li><a href="#fetch">Fetch the result</a></li><li><a href="#waiting">Wait</a></li><li><a href="#rules">Good to know</a></li></ul></li>
${groups.map(
  ({ name, operations }) =>
    html`<li><a href="#${name.toLowerCase()}"><b>${name}</b></a><ul>${operations.map(
      (operation) =>
        html`<li><a href="#${operation}"><span class="method ${routeOf(operation).method.toLowerCase()}">${routeOf(operation).method}</span>${operation}</a></li>`,
    )}</ul></li>`,
)}
<li><a href="#errors"><b>Errors</b></a><ul>${(Object.keys(ERRORS) as ErrorCode[]).map(
    (code) => html`<li><a href="#code-${code}" class="code-link">${code}</a></li>`,
  )}</ul></li>
<li><a href="#options"><b>Options</b></a><ul><li><a href="#options-by-target">By target</a></li><li><a href="#options-by-name">By name</a></li></ul></li>
<li><a href="#formats-list"><b>Formats</b></a></li>
</ul>`;
}
