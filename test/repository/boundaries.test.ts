import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** What a file may not import, by an example for each boundary. */
const REFUSED: readonly (readonly [file: string, module: string])[] = [
  ['functions/conversion/a.ts', '@aws-sdk/client-s3'],
  ['functions/conversion/a.ts', 'aws-lambda'],
  ['functions/conversion/a.ts', 'aws-cdk-lib/aws-s3'],
  ['functions/conversion/a.ts', 'node:http'],
  ['functions/conversion/a.ts', 'node:child_process'],
  ['functions/conversion/a.ts', '../http/reply.ts'],
  ['functions/conversion/a.ts', '../storage/s3-files.ts'],
  ['functions/conversion/a.ts', '../services/storage.ts'],
  ['functions/conversion/a.ts', '#aws/records.ts'],
  ['functions/engines/a.ts', '#aws/files.ts'],
  ['functions/api/convert/a.ts', '#aws/files.ts'],
  ['functions/conversion/a.ts', '../api/convert/handler.ts'],
  ['functions/conversion/a.ts', '../sandbox/jail.ts'],
  ['functions/conversion/a.ts', '../../lib/file-conversion.ts'],
  ['functions/conversion/a.ts', '../../local/service.ts'],
  ['functions/conversion/a.ts', '../engines/sharp.ts'],
  ['functions/conversion/a.ts', '../engines/host.ts'],
  ['functions/conversion/a.ts', '../engines/sharp/limits.ts'],
  ['functions/conversion/a.ts', '../detection/sample.ts'],
  ['functions/conversion/a.ts', 'sharp'],
  ['functions/detection/a.ts', '@aws-sdk/client-s3'],
  ['functions/detection/a.ts', 'node:child_process'],
  ['functions/detection/a.ts', 'node:fs'],
  ['functions/detection/a.ts', '../engines/index.ts'],
  ['functions/detection/a.ts', '../sandbox/run-tool.ts'],
  ['functions/detection/a.ts', '../storage/s3-files.ts'],
  ['functions/detection/a.ts', 'sharp'],
  ['functions/engines/a.ts', '@aws-sdk/client-s3'],
  ['functions/engines/a.ts', 'node:https'],
  ['functions/engines/a.ts', '../http/reply.ts'],
  ['functions/engines/sharp/a.ts', '../../storage/s3-files.ts'],
  ['functions/engines/sharp/a.ts', '../../services/storage.ts'],
  ['functions/engines/sharp/a.ts', '../../dispatch/handler.ts'],
  ['functions/engines/sharp/a.ts', '../../../local/service.ts'],
  ['functions/engines/sharp/a.ts', '../../logger.ts'],
  ['functions/engines/sharp/a.ts', 'node:child_process'],
  ['functions/engines/sharp/a.ts', 'node:net'],
  ['functions/sandbox/a.ts', '@aws-sdk/client-lambda'],
  ['functions/sandbox/a.ts', '../storage/s3-files.ts'],
  ['functions/sandbox/a.ts', '../engines/index.ts'],
  ['functions/sandbox/a.ts', '../detection/detect.ts'],
  ['functions/http/a.ts', '@aws-sdk/client-s3'],
  ['functions/http/a.ts', '../storage/s3-files.ts'],
  ['functions/http/a.ts', '../engines/index.ts'],
  ['functions/http/a.ts', '../sandbox/run-tool.ts'],
  ['functions/storage/a.ts', '../http/reply.ts'],
  ['functions/storage/a.ts', '../engines/index.ts'],
  ['functions/storage/a.ts', '../sandbox/result-file.ts'],
  ['functions/services/a.ts', '../sandbox/host-pool.ts'],
  ['functions/services/a.ts', '../engines/index.ts'],
  ['functions/services/a.ts', '../http/reply.ts'],
  ['functions/api/convert/a.ts', '@aws-sdk/client-s3'],
  ['functions/api/convert/a.ts', '../../storage/s3-files.ts'],
  ['functions/api/convert/a.ts', '../../engines/sharp/convert-picture.ts'],
  ['functions/dispatch/a.ts', '@aws-sdk/client-lambda'],
  ['functions/dispatch/a.ts', '../sandbox/host-pool.ts'],
  ['functions/ingest/a.ts', '../detection/sample.ts'],
  ['functions/usage-reports/a.ts', '../storage/s3-files.ts'],
  ['functions/callers/a.ts', '../usage-reports/handler.ts'],
  ['functions/events/a.ts', 'node:https'],
  ['functions/events/a.ts', '../services/storage.ts'],
  ['functions/webhooks/a.ts', '../services/callers.ts'],
  ['functions/webhooks/a.ts', '../storage/sqs-deliveries.ts'],
  ['functions/webhooks/a.ts', '../environment.ts'],
  ['functions/webhooks/a.ts', 'node:fs'],
  ['functions/deliveries/a.ts', '../storage/sqs-deliveries.ts'],
  ['functions/transitions/a.ts', '@aws-sdk/client-dynamodb'],
  ['functions/lanes.ts', './engines/index.ts'],
  ['lib/a.ts', '../functions/http/reply.ts'],
  ['lib/jobs/a.ts', '../../functions/storage/s3-files.ts'],
  ['lib/jobs/a.ts', '../../functions/services/storage.ts'],
  ['lib/jobs/a.ts', '../../functions/conversion/perform-job.ts'],
  ['lib/jobs/a.ts', '../../functions/engines/sharp/limits.ts'],
  ['lib/jobs/a.ts', '../../functions/sandbox/jail.ts'],
  ['lib/jobs/a.ts', '@aws-sdk/client-s3'],
  ['local/a.ts', '../functions/engines/sharp/convert-picture.ts'],
  ['layers/a.ts', '../functions/sandbox/layer.ts'],
  ['docs/a.ts', '@aws-sdk/client-s3'],
  ['docs/page/a.ts', '../../functions/storage/s3-files.ts'],
  ['docs/openapi/a.ts', '../../functions/engines/sharp/limits.ts'],
  ['docs/openapi/a.ts', '../../functions/http/reply.ts'],
  ['functions/api/docs/a.ts', '../../../docs/page/html.ts'],
  ['smoke/a.ts', '../functions/routes.ts'],
  ['smoke/a.ts', '../local/service.ts'],
];

/** What stands beside it and is allowed: a rule that refused everything would prove nothing. */
const ALLOWED: readonly (readonly [file: string, module: string])[] = [
  ['functions/conversion/a.ts', '../engines/engine.ts'],
  ['functions/conversion/a.ts', '../engines/index.ts'],
  ['functions/conversion/a.ts', '../detection/detect.ts'],
  ['functions/detection/a.ts', '../conversion/formats.ts'],
  ['functions/engines/sharp/a.ts', '../../conversion/errors.ts'],
  ['functions/engines/sharp/a.ts', '../../sandbox/run-tool.ts'],
  ['functions/engines/sharp/a.ts', 'sharp'],
  ['functions/sandbox/a.ts', '../engines/engine.ts'],
  ['functions/storage/a.ts', '@aws-sdk/client-s3'],
  ['functions/services/a.ts', '../storage/s3-files.ts'],
  ['functions/api/convert/a.ts', '../../services/storage.ts'],
  ['functions/usage-reports/a.ts', '../callers/write-reports.ts'],
  ['functions/webhooks/a.ts', 'node:https'],
  ['functions/webhooks/a.ts', '../events/transition.ts'],
  ['functions/deliveries/a.ts', '../services/webhooks.ts'],
  ['lib/a.ts', './functions/conversion-function.ts'],
  ['lib/jobs/a.ts', '../functions/conversion-function.ts'],
  ['lib/jobs/a.ts', '../../functions/routes.ts'],
  ['lib/jobs/a.ts', '../../functions/conversion/job-times.ts'],
  ['lib/jobs/a.ts', '../../functions/engines/index.ts'],
  ['local/a.ts', '../functions/engines/index.ts'],
  ['layers/a.ts', '../functions/sandbox/unpack-layer.ts'],
  ['docs/openapi/a.ts', '../../functions/conversion/catalogue.ts'],
  ['docs/openapi/a.ts', '../../functions/http/status-codes.ts'],
  ['docs/openapi/a.ts', '../../functions/routes.ts'],
];

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[];
}

/** Files with one import each, in a folder with the settings of this repository; gives those that are refused. */
function refusedIn(folder: string, files: ReadonlyMap<string, string>): Promise<Set<string>> {
  for (const name of ['biome.json', '.gitignore']) cpSync(join(REPOSITORY, name), join(folder, name));
  for (const [file, module] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import * as imported from '${module}';\n\nexport default imported;\n`);
  }
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(join(REPOSITORY, 'node_modules/.bin/biome'), args, { cwd: folder }, (_, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as Report;
      const refused = diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports');
      resolve(new Set(refused.map(({ location }) => location.path)));
    });
  });
}

/** What makes a client of AWS. Its type alone is for `functions/storage` too, which Biome cannot tell apart. */
const CLIENT = /\bnew \w+Client\(/;

describe('the boundaries between the rooms', () => {
  const folder = temporaryFolder();
  const files = new Map<string, string>();
  /** The same rules hold for a file of any name in a folder. */
  const fileOf = (file: string, module: string) => {
    const name = file.replace(/\/a\.ts$/, `/${module.replaceAll(/[^a-z0-9]+/g, '-')}.ts`);
    files.set(name, module);
    return name;
  };
  const refused = REFUSED.map(([file, module]) => ({ file, module, name: fileOf(file, module) }));
  const allowed = ALLOWED.map(([file, module]) => ({ file, module, name: fileOf(file, module) }));
  let found: Set<string>;

  beforeAll(async () => {
    found = await refusedIn(folder, files);
  });

  it.each(refused)('$file may not import $module', ({ name }) => expect(found).toContain(name));

  it.each(allowed)('$file may import $module', ({ name }) => expect(found).not.toContain(name));

  it('clients of AWS are made in functions/services/aws alone', () => {
    const sources = globSync('functions/**/*.ts', { cwd: REPOSITORY });
    const rooms = sources.filter((file) => CLIENT.test(readFileSync(join(REPOSITORY, file), 'utf8'))).map(dirname);
    expect([...new Set(rooms)]).toEqual(['functions/services/aws']);
  });
});
