import { smokeTest } from '../smoke/smoke-test.ts';

// npm run smoke -- BASE_URL, with FC_API_KEY where the service requires a key
const [, , baseUrl] = process.argv;
if (!baseUrl || !URL.canParse(baseUrl)) {
  process.stderr.write('usage: npm run smoke -- BASE_URL    (as the deployment put it out; ends with /api/v1)\n');
  process.exit(2);
}
let failures = 0;
for await (const { name, milliseconds, fault } of smokeTest(baseUrl, { apiKey: process.env.FC_API_KEY })) {
  if (fault) failures += 1;
  process.stdout.write(`${fault ? 'FAILED' : 'ok    '}  ${name}  (${milliseconds} ms)${fault ? `  ${fault}` : ''}\n`);
}
process.stdout.write(failures > 0 ? `${failures} failed\n` : 'all is well\n');
process.exitCode = failures > 0 ? 1 : 0;
