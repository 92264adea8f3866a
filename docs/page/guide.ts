import { samples } from './code-sample.ts';
import { type Html, html } from './html.ts';
import { REQUEST_SAMPLES, SETUP, WAITING } from './request-samples.ts';

/** How to begin: from the base address to the first result. */
export function guide(): Html {
  return html`<section id="start" class="operation">
<div class="prose">
<h2><a href="#start">Start</a></h2>
<p>All paths are below one base URL that ends with <code>/api/v1</code>: that of the service you read this on, or
<code>http://localhost:3000/api/v1</code> after <code>npm start</code>. There is no key, unless an operator asks for one.</p>
</div>
<div class="code">${samples('Base URL', SETUP)}</div>
</section>
<section id="first" class="operation part">
<div class="prose">
<h3><a href="#first">Convert a file</a></h3>
<p>Send it with the name of a format. The answer comes when the file is converted. It carries
the <code>conversion_id</code> and the path of the result.</p>
</div>
<div class="code">${samples('Convert', REQUEST_SAMPLES.convert)}</div>
</section>
<section id="fetch" class="operation part">
<div class="prose">
<h3><a href="#fetch">Fetch the result</a></h3>
<p>A link serves <strong>one download within 30 minutes</strong>; then the file is deleted. A download that breaks off may be
repeated.</p>
</div>
<div class="code">${samples('Download', REQUEST_SAMPLES.download)}</div>
</section>
<section id="waiting" class="operation part">
<div class="prose">
<h3><a href="#waiting">Wait for what takes longer</a></h3>
<p>After 25 seconds convert answers while the conversion is still <code>processing</code>; with
<code>Prefer: respond-async</code> at once. Ask for the status until it is <code>ready</code>. A conversion that failed is an
error, with the HTTP status that convert would have had.</p>
</div>
<div class="code">${samples('Wait', WAITING)}</div>
</section>
<section id="rules" class="wide part">
<h3><a href="#rules">Good to know</a></h3>
<dl class="why">
<div><dt>Envelope</dt><dd>Every answer but a download is JSON with <code>success</code> and <code>message</code>, and either
<code>data</code> or <code>error</code>, <code>code</code> and <code>help_url</code>. Fields may be added: pass over those that you do
not know.</dd></div>
<div><dt>Formats</dt><dd>The content of a file decides what it is, not its name. Names of formats are case-insensitive, and
aliases are taken: <code>jpeg</code>, <code>tif</code>, <code>htm</code>.</dd></div>
<div><dt>Many pages</dt><dd>Pages that become pictures, and sheets that become tables, come as a zip: <code>result_format</code>
says <code>zip</code>.</dd></div>
<div><dt>Size</dt><dd>100 MB a file. A web page can upload <a href="#uploads">straight to the store</a>.</dd></div>
<div><dt>Privacy</dt><dd>Who knows the identifier can download: treat it as a secret. Files are deleted after the download, or 30
minutes after the conversion.</dd></div>
<div><dt>Web pages</dt><dd>CORS is open: any page may call the service.</dd></div>
</dl>
</section>`;
}
