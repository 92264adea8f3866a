import { ENGINES } from '../functions/engines/index.ts';
import { layerIsBuilt } from '../layers/build-layer.ts';
import { describeFinding } from '../operate/preflight/finding.ts';
import { preflight } from '../operate/preflight/preflight.ts';

// npm run preflight: reads the AWS account of the environment's credentials, and changes nothing.
const findings = await preflight({ engines: ENGINES, layerIsBuilt });
for (const finding of findings) process.stdout.write(`${describeFinding(finding)}\n`);
const stops = findings.filter(({ level }) => level === 'stop').length;
process.stdout.write(stops > 0 ? `${stops} to be done before "npx cdk deploy"\n` : 'nothing stops "npx cdk deploy"\n');
process.exitCode = stops > 0 ? 1 : 0;
