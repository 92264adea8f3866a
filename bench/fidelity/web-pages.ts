import { committed } from '../../test/support/committed.ts';

const ROWS = Array.from(
  { length: 60 },
  (_, row) => `<tr><td>${row + 1}</td><td>Posten ${row + 1}</td><td>${(row * 7.25).toFixed(2)} €</td></tr>`,
).join('');
const TEXT = 'Die Kraniche ziehen im Herbst über das Land, und wer sie hört, bleibt stehen. '.repeat(8);

/** Pages as people have them; each is full of what it is called by. */
export const WEB_PAGES: Readonly<Record<string, string>> = {
  invoice: `<style>body{font:11pt Arial}h1{color:#246}table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #ccc;padding:4px}td:last-child{text-align:right}.sum{font-weight:bold;background:#eef}</style><h1>Rechnung 4711</h1><p>Herrn Übermut<br>Straße 1</p><table>${ROWS.slice(0, 900)}<tr class="sum"><td><td>Summe<td>42,00 €</table>`,
  article: `<style>article{columns:2;column-gap:2em;font:10pt/1.5 Georgia,serif;hyphens:auto}h1{column-span:all}p:first-of-type::first-letter{font-size:3em;float:left}</style><article lang="de"><h1>Kranichflug</h1><p>${TEXT}<p>${TEXT}<blockquote>${TEXT}</blockquote></article>`,
  grid: `<style>.g{display:grid;grid-template:"a a b" 80px "c d d" 120px / 1fr 2fr 1fr;gap:8px}.g>*{background:#cde;border-radius:8px;padding:8px}</style><div class="g"><b style="grid-area:a">a</b><b style="grid-area:b">b</b><b style="grid-area:c">c</b><b style="grid-area:d">d</b></div>`,
  flexbox: `<style>nav{display:flex;justify-content:space-between;gap:1em;background:linear-gradient(90deg,#345,#9ab);color:#fff;padding:1em}nav b{flex:1 1 0;text-align:center;border:1px solid}</style><nav><b>eins</b><b style="flex:2">zwei</b><b>drei</b></nav>`,
  'table over pages': `<style>thead{background:#ddd}tr{break-inside:avoid}td,th{border:1px solid}</style><table><thead><tr><th>Nr<th>Posten<th>Preis</thead>${ROWS}</table>`,
  'right to left': `<html dir="rtl" lang="ar"><h1>مرحبا بالعالم</h1><p>שלום עולם 123 abc</p><ul><li>واحد<li>اثنان</ul>`,
  'web font': `<style>@font-face{font-family:Eigen;src:url(data:font/ttf;base64,${committed('fonts/files/made.ttf').toString('base64')})}p{font:30pt Eigen}</style><p>AB BA`,
  'print rules': `<style>@page{size:A5 landscape;margin:15mm;@bottom-right{content:counter(page)}}@media print{.screen{display:none}h2{break-before:page}}</style><p class="screen">nur am Schirm<p>Eins<h2>Zwei</h2><p>Text`,
  'dark background': `<style>html{background:#123;color:#eee}code{background:#000;box-shadow:0 0 6px #0ff}</style><h1>Nacht</h1><p><code>x = 1</code></p>`,
  svg: `<svg viewBox="0 0 200 100" width="400"><defs><linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs><rect width="200" height="100" rx="20" fill="url(#a)"/><text x="20" y="60" fill="#fff">Zeichnung</text></svg>`,
  canvas: `<canvas id="c" width="300" height="150"></canvas><p id="p"></p><script>const x=c.getContext("2d");for(let i=0;i<30;i++){x.fillStyle="hsl("+i*12+" 80% 50%)";x.fillRect(i*10,150-i*5,9,i*5)}p.textContent="Summe "+[1,2,3].reduce((a,b)=>a+b)</script>`,
  mathml: `<p>Es gilt <math display="block"><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>`,
  form: `<form><input value="Name"><input type="checkbox" checked><input type="radio" checked><select><option>Auswahl</select><textarea>Text</textarea><progress value="0.6"></progress><button>Senden</button></form>`,
};
