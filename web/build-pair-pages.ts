import { PAIRS, pairPath } from './pairs.ts';

/**
 * Writes a page for each popular pair of formats: the same script, which reads the pair from the address, with its own title,
 * description and canonical address.
 * @param index the page itself
 * @returns the content of each page by the name of its file
 */
export function buildPairPages(index: string): [name: string, content: Uint8Array][] {
  return PAIRS.map((pair) => {
    const [from, to] = pair.map((name) => name.toUpperCase());
    const description = `Convert ${from} files to ${to}: drop them, set options, save the result. Up to 100 MB each; deleted after 30 minutes.`;
    const page = index
      .replace(/<title>[^<]*<\/title>/, `<title>Convert ${from} to ${to}</title>`)
      .replace(
        /<meta name="description"[^>]*>/,
        `<meta name="description" content="${description}" />\n    <link rel="canonical" href="${pairPath(pair)}" />`,
      );
    return [`${pairPath(pair).slice(1)}.html`, Buffer.from(page)];
  });
}
