import { ERRORS, type ErrorCode } from '../../functions/conversion/errors.ts';
import { STATUS_CODES } from '../../functions/http/status-codes.ts';
import { ERROR_HELP } from '../openapi/errors.ts';
import { errorExample } from '../openapi/operation.ts';
import { jsonSample } from './code-sample.ts';
import { type Html, html, inline } from './html.ts';

/** What every error is, and a section for each, which its answers lead to. */
export function errorSections(): Html {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return html`<section id="errors" class="operation">
<div class="prose">
<h2><a href="#errors">Errors</a></h2>
<p>Every error has the same envelope. <code>error</code> is for people: it names the field, and what is accepted. <code>code</code> is
for programs and never changes. <code>help_url</code> leads to the section below. Codes may be added: treat one that you do not know
by its HTTP status.</p>
</div>
<div class="code">${jsonSample('An error', errorExample('INVALID_QUALITY'))}</div>
</section>
${codes.map(errorSection)}`;
}

function errorSection(code: ErrorCode): Html {
  const { cause, cure, example } = ERROR_HELP[code];
  return html`<section id="code-${code}" class="error">
<h3><a href="#code-${code}"><code>${code}</code></a> <span class="status">${STATUS_CODES[code]}</span></h3>
<p class="lead">${ERRORS[code]}</p>
<dl class="why"><div><dt>Cause</dt><dd>${inline(cause)}</dd></div><div><dt>Cure</dt><dd>${inline(cure)}</dd></div>
<div><dt>Says</dt><dd class="said">${example}</dd></div></dl>
</section>`;
}
