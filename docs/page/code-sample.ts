import { escapeText, Html, html } from './html.ts';

/** The languages in which requests are shown. */
export const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;

export type Language = keyof typeof LANGUAGES;

/** A request in each language; the page shows the one that its reader has chosen. */
export type Samples = Readonly<Record<Language, string>>;

/** A request in all languages, of which one is seen. */
export function samples(label: string, texts: Samples): Html {
  const names = Object.keys(LANGUAGES) as Language[];
  return html`<div class="sample"><div class="sample-head"><span>${label}</span><span class="choice">${names.map(
    (name) => html`<label for="in-${name}" class="to-${name}">${LANGUAGES[name]}</label>`,
  )}</span></div>${names.map(
    (name) => html`<pre class="in-${name}" tabindex="0"><code>${highlight(texts[name], name)}</code></pre>`,
  )}</div>`;
}

/** A JSON body, coloured. */
export function jsonSample(label: string, value: unknown): Html {
  return html`<div class="sample"><div class="sample-head"><span>${label}</span></div><pre tabindex="0"><code>${highlight(
    JSON.stringify(value, undefined, 2),
    'json',
  )}</code></pre></div>`;
}

/** Comments, texts and words of a language; of ours alone, so that simple patterns do. */
const PATTERNS: Readonly<Record<Language | 'json', RegExp>> = {
  curl: /(?<comment>(?<=^|\n)#.*)|(?<string>"[^"]*"|'[^']*')|(?<word>\bcurl\b|(?<=\s)-{1,2}[A-Za-z]+)/g,
  javascript:
    /(?<comment>\/\/.*)|(?<string>'[^']*'|`[^`]*`)|(?<word>\b(?:await|break|const|for|from|if|import|let|new|throw|while)\b)/g,
  python: /(?<comment>#.*)|(?<string>f?"[^"]*")|(?<word>\b(?:as|break|for|from|if|import|in|open|raise|while|with)\b)/g,
  json: /(?<key>"[^"]*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<word>\b(?:true|false|null)\b|(?<=[ [])-?\d[\d.]*)/g,
};

function highlight(text: string, language: Language | 'json'): Html {
  let [done, end] = ['', 0];
  for (const match of text.matchAll(PATTERNS[language])) {
    const [kind = 'word'] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    done += `${escapeText(text.slice(end, match.index))}<span class="${kind}">${escapeText(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return new Html(done + escapeText(text.slice(end)));
}
