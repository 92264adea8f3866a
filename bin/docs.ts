import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constructPage } from '../docs/construct-page.ts';
import { openApiJson } from '../docs/openapi/document.ts';
import { optionsPage } from '../docs/options-page.ts';
import { apiPage } from '../docs/page/api-page.ts';
import { targetTypes } from '../docs/target-types.ts';
import { DOCUMENTS } from '../functions/routes.ts';
import { policiesPage } from '../lib/policies/policies-page.ts';

const write = (path: string, text: string) => writeFileSync(join(import.meta.dirname, '..', path), text);

write('docs/reference/construct.md', constructPage());
write('docs/options.md', optionsPage());
write('docs/reference/policies.md', policiesPage());
write(DOCUMENTS.openapi, openApiJson());
write(DOCUMENTS.docs, apiPage());
write('client/targets.ts', targetTypes());
