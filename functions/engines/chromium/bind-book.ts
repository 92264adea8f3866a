/** Which chapters are added to a page, and how. */
export interface Binding {
  readonly title: string;
  /** The addresses of the chapters: pages, or pictures. */
  readonly addresses: readonly string[];
  /** Whether chapters may have a fixed layout (EPUB 3.3, 8.2). */
  readonly isFixed: boolean;
}

/**
 * A script that adds the chapters of a book to the page, each as a `body` of its own, so that their styles apply. Style
 * sheets are loaded once, links lead to chapters in the page, and chapters with a fixed layout keep the size of their pages.
 */
export function bindBook(binding: Binding): string {
  return `(async () => { const { title, addresses, isFixed } = ${JSON.stringify(binding)}; ${READ} ${STYLES} ${LINKS} ${BIND} })()`;
}

/** Reads chapters; those that are not well-formed XHTML, as HTML. */
const READ = String.raw`
  const DROPPED = 'script, iframe, embed, audio, video, template, base';
  const request = (address, type) => new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.overrideMimeType(type);
    request.onloadend = () => done(request.response);
    request.send();
  });
  const pageAt = async (address) => {
    const page = await request(address, 'application/xhtml+xml');
    return page && !page.querySelector('parsererror') ? page : await request(address, 'text/html');
  };
  const pictureAt = (address) => {
    const picture = document.createElement('img');
    picture.src = address;
    const body = document.createElement('body');
    body.append(picture);
    return { picture, body };
  };
  const replace = (element, content) => {
    while (content?.firstChild) element.before(content.firstChild);
    element.remove();
  };
  // Objects are pictures, or have something else in them that is to be shown.
  const showObject = (object, address) => {
    if (!/^image\/(?:jpeg|png|gif|webp|svg\+xml)$/i.test(object.type)) return replace(object, object);
    const picture = document.createElement('img');
    picture.src = urlIn(object.getAttribute('data'), address);
    for (const name of ['id', 'class', 'style', 'width', 'height'])
      if (object.hasAttribute(name)) picture.setAttribute(name, object.getAttribute(name));
    object.replaceWith(picture);
  };
  // Of several ways to show something, the browser shows all (EPUB 3.0.1, 2.6).
  const MATHML = 'http://www.w3.org/1998/Math/MathML';
  const choose = (element) => {
    const ways = [...element.children];
    const shown = ways.find((way) => way.getAttribute('required-namespace') === MATHML) ?? ways.find((way) => way.localName === 'default');
    replace(element, shown);
  };
  const chapterAt = async (address) => {
    if (/\.(?:jpe?g|png|gif|webp)$/i.test(address)) {
      const { picture, body } = pictureAt(address);
      await picture.decode().catch(() => undefined);
      return { body, size: [picture.naturalWidth, picture.naturalHeight] };
    }
    const page = await pageAt(address);
    const box = page?.documentElement.localName === 'svg' && (page.documentElement.getAttribute('viewBox') ?? '');
    if (typeof box === 'string') return { body: pictureAt(address).body, size: box.trim().split(/[\s,]+/).slice(2).map(Number) };
    if (!page?.body) return undefined;
    const viewport = page.querySelector('meta[name="viewport"]')?.content ?? '';
    const size = [/width\s*=\s*(\d+)/, /height\s*=\s*(\d+)/].map((side) => Number(side.exec(viewport)?.[1]));
    for (const element of page.body.querySelectorAll(DROPPED)) element.remove();
    for (const object of page.body.querySelectorAll('object')) showObject(object, address);
    [...page.body.getElementsByTagNameNS('http://www.idpf.org/2007/ops', 'switch')].forEach(choose);
    return { page, body: page.body, size };
  };`;

/** Adds the style sheets of a chapter, limits them to their chapters, and makes a rule for the size of a fixed page. */
const STYLES = String.raw`
  const lastStyle = document.head.lastElementChild;
  const sheets = new Map();
  const loading = [];
  const addStyle = (properties) => {
    const style = Object.assign(document.createElement(properties.href ? 'link' : 'style'), properties);
    if (properties.href) loading.push(new Promise((done) => Object.assign(style, { rel: 'stylesheet', onload: done, onerror: done })));
    lastStyle.before(style);
    return style;
  };
  const addStyles = (page, address, body) => {
    const numbers = new Set();
    for (const style of page.querySelectorAll('link[rel~="stylesheet" i]:not([rel~="alternate" i]), style')) {
      const media = style.getAttribute('media') ?? '';
      const isLink = style.localName === 'link';
      const content = isLink ? { href: urlIn(style.getAttribute('href'), address) } : { textContent: style.textContent };
      const key = JSON.stringify([media, content]);
      if (!sheets.has(key)) sheets.set(key, { number: sheets.size, style: addStyle({ media, ...content }) });
      numbers.add(sheets.get(key).number);
      style.remove();
    }
    body.setAttribute('data-sheets', [...numbers].join(' '));
  };
  const nameRoot = (rule) => {
    if (rule.selectorText) rule.selectorText = rule.selectorText.replace(/(^|[\s,])(?:html|:root)(?![\w-])/g, '$1:scope');
    else [...rule.cssRules].forEach(nameRoot);
  };
  // Reading the rules of a file that the book lacks is an error.
  const rulesOf = (sheet) => {
    try { return [...sheet.cssRules]; } catch { return []; }
  };
  const limitRules = (sheet, others) => {
    for (const [index, rule] of rulesOf(sheet).entries().toArray().reverse()) {
      const isLimited = others && (rule instanceof CSSStyleRule || rule instanceof CSSConditionRule);
      if (rule.styleSheet) limitRules(rule.styleSheet, others);
      // Options say how wide margins are, as with calibre.
      if (isLimited || rule instanceof CSSPageRule) sheet.deleteRule(index);
      if (!isLimited) continue;
      nameRoot(rule);
      sheet.insertRule('@scope (html) to (' + others + ') {' + rule.cssText + '}', index);
    }
  };
  const fixSize = (body, [width, height], number) => {
    addStyle({ textContent: '@page fixed-' + number + ' { size: ' + width + 'px ' + height + 'px; margin: 0; }' });
    body.style.cssText += '; page: fixed-' + number + '; position: relative; display: flow-root; overflow: hidden; margin: 0; width: ' + width + 'px; height: ' + height + 'px';
  };`;

/** Makes the URLs of a chapter absolute, and then its links lead to the other chapters. */
const LINKS = `
  const urlIn = (url, address) => {
    try { return new URL(url ?? '', address).href; } catch { return ''; }
  };
  const resolveUrls = (body, address) => {
    for (const element of body.querySelectorAll('[src], [srcset], [href], [*|href]')) {
      element.removeAttribute('srcset');
      for (const attribute of element.attributes) {
        const isInside = attribute.value.startsWith('#') && element.localName !== 'a';
        if (['src', 'href'].includes(attribute.localName) && !isInside) attribute.value = urlIn(attribute.value, address);
      }
    }
  };
  const anchorsOf = (body) =>
    new Map([...body.querySelectorAll('[id], a[name]')].reverse().map((element) => [element.id || element.name, element]));
  const bindLinks = (bodies) => {
    const anchors = new Map();
    for (const link of document.querySelectorAll('a[href]')) {
      const [address, name] = link.href.split('#');
      const body = bodies.get(address);
      if (body) {
        if (!anchors.has(body)) anchors.set(body, anchorsOf(body));
        const target = anchors.get(body).get(name) ?? body;
        // Chapters may have anchors of the same name.
        if (!target.id || document.getElementById(target.id) !== target)
          target.id = 'chapter-' + addresses.indexOf(address) + '-' + (name ?? '');
        link.setAttribute('href', '#' + target.id);
      } else if (link.origin === location.origin) link.removeAttribute('href');
    }
  };`;

const BIND = `
  const root = document.documentElement;
  const bodies = new Map();
  document.title = title;
  for (const [number, address] of addresses.entries()) {
    const chapter = await chapterAt(address);
    if (!chapter) continue;
    const { page, body, size } = chapter;
    if (page) {
      const { lang, dir, className } = page.documentElement;
      resolveUrls(body, address);
      addStyles(page, address, body);
      body.lang ||= lang || page.documentElement.getAttribute('xml:lang') || '';
      body.dir ||= dir;
      root.lang ||= body.lang;
      root.className ||= className;
    }
    if (isFixed && size.length === 2 && size.every((side) => side > 0)) fixSize(body, size, number);
    if (bodies.size === 0) document.body.replaceWith(body);
    else root.append(body);
    bodies.set(address, body);
  }
  await Promise.all(loading);
  for (const { number, style } of sheets.values()) {
    const others = 'body:not([data-sheets~="' + number + '"])';
    if (style.sheet) limitRules(style.sheet, document.querySelector(others) && others);
  }
  bindLinks(bodies);`;
