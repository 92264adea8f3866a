import { everything } from './everything.ts';
import { type RoleLines, rolesOf } from './roles.ts';
import { wholeTemplate } from './whole-template.ts';

const HEAD = `# Policies

<!-- Written by \`npm run docs\` from what is synthesised. -->

What each role of the service may do, with every property that adds something: keys, drop folders, canary, firewall, and the
ingest server as a web function and as a container. A deployment with fewer has the roles of what it has. \`[Storage/Files]\` is a
resource by its path in the service; a \`*\` behind a folder of a bucket stands for identifiers that are made at run time. A table
without a word on its items holds nothing but such identifiers: who has none finds none, since no role scans, and the indexes
can be queried by the sweep, the list of an account and the reports alone. \`*\` by itself is where AWS knows no resources: traces,
and the network interfaces of the engines, which their code is denied. \`Copy\` and what empties a bucket or tells EventBridge of one
are functions of the CDK, which work while the service is deployed or deleted.
`;

/** The page about policies. */
export function policiesPage(): string {
  const roles = [everything(), everything({ ingest: 'fargate' })].flatMap(({ stack }) => rolesOf(wholeTemplate(stack)));
  const rows = merge(roles).map(({ names, lines }) => `| ${names.join(', ')} | ${lines.map(code).join('<br>')} |`);
  return [HEAD, '| role | may |', '|---|---|', ...rows, ''].join('\n');
}

/** Merges roles with the same permissions, each on its own resources, into a row. */
function merge(
  roles: readonly RoleLines[],
): { readonly names: readonly string[]; readonly lines: readonly string[] }[] {
  const rows = new Map<string, Set<string>>();
  for (const { name, lines } of roles) {
    const key = JSON.stringify(lines.map((line) => line.replaceAll(`[${name}]`, '[itself]')));
    rows.set(key, (rows.get(key) ?? new Set()).add(name));
  }
  return [...rows]
    .map(([key, names]) => ({ names: [...names].sort(), lines: JSON.parse(key) as string[] }))
    .sort((one, other) => ((one.names[0] ?? '') < (other.names[0] ?? '') ? -1 : 1));
}

function code(line: string): string {
  return line.replaceAll('|', '\\|');
}
