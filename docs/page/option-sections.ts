import { catalogue } from '../../functions/conversion/catalogue.ts';
import { describeFormat, type FormatName } from '../../functions/conversion/formats.ts';
import { acceptedBy } from '../../functions/conversion/options.ts';
import { type OptionEntry, optionEntries } from '../openapi/option-schemas.ts';
import { type Html, html, inline } from './html.ts';

/** What can be asked of each target, and what each option means. */
export function optionSections(): Html {
  const targets = catalogue().filter(({ options }) => Object.keys(options).length > 0);
  const byName = Object.entries(Object.groupBy(optionEntries(), ({ name }) => name));
  return html`<section id="options" class="wide">
<h2><a href="#options">Options</a></h2>
<p>What can be asked of a result beyond its format and <code>quality</code>. Send options as parts of the form, one by one, or all
of them as a JSON object in the part <code>options</code>. What is not given follows from <code>quality</code>; an option that a pair
of formats does not have is <a href="#code-INVALID_OPTION"><code>INVALID_OPTION</code></a>, and nothing is converted.
<code>GET /formats</code> has the same as JSON Schema, and says which sources have what.</p>
<h3 id="options-by-target"><a href="#options-by-target">By target</a></h3>
<div class="folds">${targets.map(
    ({ format, options }) =>
      html`<details id="options-of-${format}"><summary><code>${format}</code> <span>${describeFormat(format).description}</span></summary><p class="chips">${Object.keys(
        options,
      )
        .sort()
        .map((name) => html`<a href="#option-${name}"><code>${name}</code></a> `)}</p></details>`,
  )}</div>
<h3 id="options-by-name"><a href="#options-by-name">By name</a></h3>
${byName.map(([name, entries = []]) => optionSection(name, entries))}
</section>`;
}

function optionSection(name: string, entries: readonly OptionEntry[]): Html {
  return html`<div class="option" id="option-${name}"><h4><a href="#option-${name}"><code>${name}</code></a></h4><div>${entries.map(
    variant,
  )}</div></div>`;
}

function variant({ schema, targets, partly }: OptionEntry): Html {
  const { description, writeOnly, 'x-needs': needs = [], 'x-excludes': excludes = [] } = schema;
  const listed = (names: readonly string[]) =>
    names.map((other, index) => html`${index > 0 && ', '}<a href="#option-${other}"><code>${other}</code></a>`);
  return html`<div class="variant"><p>${inline(description)}${needs.length > 0 && html` Only with ${listed(needs)}.`}${
    excludes.length > 0 && html` Not with ${listed(excludes)}.`
  }${writeOnly && ' No answer tells it.'}</p>
<p class="accepts">Accepts ${acceptedBy(schema)}${defaultOf(schema)}</p>
<p class="targets">${targets.map((target) => targetChip(target, partly.includes(target)))}</p></div>`;
}

function targetChip(target: FormatName, partly: boolean): Html {
  return html`<span${partly && html` title="of some sources"`}>${target}${partly && '*'}</span> `;
}

function defaultOf({ default: value, 'x-defaults': byQuality }: OptionEntry['schema']): Html | string {
  if (byQuality)
    return html`; by quality <b>${`${byQuality.low}`}</b>, <b>${`${byQuality.medium}`}</b>, <b>${`${byQuality.high}`}</b>`;
  return value === undefined ? '' : html`; by default <b>${String(value)}</b>`;
}
