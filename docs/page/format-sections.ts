import { type CatalogueEntry, catalogue } from '../../functions/conversion/catalogue.ts';
import { describeFormat } from '../../functions/conversion/formats.ts';
import { type Html, html } from './html.ts';

/** What becomes what: the formats of each category, with their targets. */
export function formatSections(): Html {
  const entries = catalogue();
  const pairs = entries.reduce((sum, { convertsTo }) => sum + convertsTo.length, 0);
  const categories = Object.entries(Object.groupBy(entries, ({ format }) => describeFormat(format).category));
  return html`<section id="formats-list" class="wide">
<h2><a href="#formats-list">Formats</a></h2>
<p>${entries.length} formats and ${pairs.toLocaleString('en')} pairs of them, where every engine is there; <a href="#formats"><code>GET /formats</code></a>
tells what this service has. Open a format to see what it becomes.</p>
${categories.map(
  ([category, members = []]) =>
    html`<h3 id="category-${category}"><a href="#category-${category}">${category}</a></h3><div class="folds">${members.map(formatEntry)}</div>`,
)}
</section>`;
}

function formatEntry({ format, convertsTo }: CatalogueEntry): Html {
  const { description, mediaType, aliases } = describeFormat(format);
  const others = aliases.length > 0 && html` Also ${aliases.join(', ')}.`;
  return html`<details id="format-${format}"><summary><code>${format}</code> <span>${description}</span></summary><p class="note"><code>${mediaType}</code>.${others}</p><p class="targets">${
    convertsTo.length > 0
      ? convertsTo.map((target) => html`<span>${target}</span> `)
      : 'Only a target: it becomes nothing else.'
  }</p></details>`;
}
