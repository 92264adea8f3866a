import { parseJson, writeJson } from '../json.ts';
import { isJsonList, scanJson } from '../tables/scan-json.ts';
import type { TreeFormat } from './tree-format.ts';

/** JSON (RFC 8259). */
export const json: TreeFormat = {
  read: (text) => {
    // This reports nesting that the parser would overflow on.
    const bytes = Buffer.from(text);
    scanJson(bytes, 0, isJsonList(bytes, 0), () => undefined);
    return parseJson(text);
  },
  write: (tree, indent) => `${writeJson(tree, indent)}\n`,
};
