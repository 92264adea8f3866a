import { WEB_PAGES } from './web-pages.ts';

const TEXT = 'The cranes fly south over the country in autumn, and whoever hears them stands still. '.repeat(6);
const PARAGRAPHS = Array.from({ length: 20 }, (_, at) => `<p>${at + 1}. ${TEXT}</p>`).join('');
const picture = (color: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="${color}"/><circle cx="150" cy="100" r="80" fill="white"/></svg>`,
  ).toString('base64')}`;

/** Kinds of pages beside those that the tests print. */
const MORE: Readonly<Record<string, string>> = {
  slides: `<style>@page{size:254mm 143mm;margin:0}section{height:143mm;break-after:page;display:grid;place-content:center;background:radial-gradient(#fff,#9cf);font:40pt Arial}</style><section>One</section><section>Two</section><section>Three</section>`,
  'contents and counters': `<style>body{counter-reset:h}h2{counter-increment:h;break-before:page}h2::before{content:counter(h,upper-roman) ". "}a::after{content:" →"}</style><a href="#a">First</a> <a href="#b">Second</a><h2 id="a">First</h2>${PARAGRAPHS}<h2 id="b">Second</h2><p>${TEXT}`,
  'spans in tables': `<style>table{border-collapse:collapse;font:10pt Verdana}td{border:2px solid #345;padding:5px}tr:nth-child(odd){background:#eef}</style><table><tr><td rowspan="3">a<td colspan="2">b<td>c<tr><td>d<td rowspan="2">e<td>f<tr><td>g<td><table><tr><td>h<td>i</table></table>`,
  'fixed and sticky': `<style>header{position:fixed;top:0;left:0;right:0;background:#246;color:#fff;padding:6px}body{padding-top:40px}th{position:sticky;top:0}</style><header>On each page</header>${PARAGRAPHS}${PARAGRAPHS}`,
  'filters and blending': `<style>div{width:200px;height:120px;display:inline-block}img{filter:sepia(.8) blur(1px)}.m{mix-blend-mode:multiply;margin-left:-80px;background:#f66}</style><div style="background:#6cf"></div><div class="m"></div><img src="${picture('teal')}">`,
  'shapes and transforms': `<style>b{display:inline-block;width:100px;height:100px;margin:30px;background:#c63;color:#fff}.r{transform:rotate(20deg) skewX(8deg)}.c{clip-path:polygon(50% 0,100% 100%,0 100%)}.s{border-radius:50% 10px;box-shadow:4px 4px 10px #000}</style><b class="r">r</b><b class="c">c</b><b class="s">s</b>`,
  'text on a gradient': `<style>h1{font:bold 60pt Arial;background:linear-gradient(45deg,#f09,#09f);-webkit-background-clip:text;color:transparent}p{text-shadow:2px 2px #ccc;letter-spacing:.2em;text-transform:uppercase;text-decoration:underline wavy red}</style><h1>Gradient</h1><p>Words`,
  'vertical writing': `<style>div{writing-mode:vertical-rl;height:300px;font-size:18pt}</style><div lang="ja">縦書きの文章は上から下へ読みます。<ruby>漢字<rt>かんじ</rt></ruby></div>`,
  emoji: '<p style="font-size:30pt">👍🏽 👩‍👩‍👧 🇩🇪 ✓ ♥ fi ﬃ</p><p>नमस्ते · สวัสดี · გამარჯობა · Здравствуйте · 你好',
  'built by a script': `<div id="app"></div><script>const rows=Array.from({length:40},(_,i)=>({id:i,name:"Row "+i,value:(i*37)%91}));app.innerHTML="<table>"+rows.map(r=>"<tr><td>"+r.id+"<td>"+r.name+"<td><div style='background:#48c;height:8px;width:"+r.value*3+"px'></div>").join("")+"</table>";setTimeout(()=>app.append("late"),0)</script>`,
  'pictures in boxes': `<style>img{width:150px;height:150px;object-fit:cover;border:4px double #333}figure{float:right;shape-outside:circle()}</style><figure><img src="${picture('crimson')}"><figcaption>A circle</figcaption></figure><p>${TEXT}<picture><source media="print" srcset="${picture('green')}"><img src="${picture('blue')}"></picture>`,
  'shadow tree': `<x-card></x-card><template id="t"><style>div{border:3px solid purple;padding:1em}::slotted(b){color:red}</style><div><slot></slot></div></template><script>customElements.define("x-card",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).append(t.content.cloneNode(true))}});document.querySelector("x-card").innerHTML="<b>bold</b> in a card"</script>`,
  'new rules of CSS': `<style>.p{container-type:inline-size;& p{color:navy;@container (width>300px){font-size:24pt}}}section:has(em){background:oklch(90% .1 150)}.s{display:grid;grid-template-columns:auto 1fr;& li{display:grid;grid-template-columns:subgrid;grid-column:1/-1;gap:1em}}</style><div class="p"><p>In a wide container</div><section><em>has</em></section><ul class="s"><li><b>a</b><i>b</i><li><b>longer</b><i>d</i></ul>`,
  listing: `<style>pre{background:#f4f4f4;border-left:4px solid #48c;padding:1em;white-space:pre-wrap;tab-size:4}</style><pre>${'function f(x) {\n\treturn x === 0 ? 1 : x * f(x - 1); // a comment that is long enough to be wrapped on a page of paper\n}\n'.repeat(25)}</pre>`,
  'a frame': `<iframe srcdoc="<body style='background:#fec'><h2>Inside</h2><p>${TEXT.slice(0, 80)}" width="400" height="150"></iframe><details open><summary>Details</summary>${TEXT}</details>`,
  'pages by name': `<style>@page{margin:20mm}@page:first{margin-top:60mm;@top-center{content:"First"}}@page wide{size:A4 landscape}.w{page:wide}</style><h1>Report</h1>${PARAGRAPHS}<div class="w"><h2>A wide table</h2><table border><tr>${'<td>cell'.repeat(12)}</table></div>`,
  newsletter: `<table width="100%" bgcolor="#eeeeee"><tr><td align="center"><table width="600" bgcolor="#ffffff" cellpadding="20"><tr><td bgcolor="#003366"><font color="#ffffff" size="5" face="Arial">News</font><tr><td><img src="${picture('orange')}" width="560" height="120"><tr><td>${TEXT}<br><a style="background:#c00;color:#fff;padding:10px 20px;text-decoration:none;border-radius:4px">Read on</a></table></table>`,
};

/** All kinds of pages, by what each is full of. */
export const PAGE_KINDS: Readonly<Record<string, string>> = { ...WEB_PAGES, ...MORE };
