import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ENVIRONMENT } from '../functions/environment.ts';
import { DynamoKeys } from '../functions/storage/callers/dynamo-keys.ts';
import { KeysError, readCommand, runKeys, USAGE } from '../operate/keys.ts';

// npm run keys -- create --account acme --plan pro --table NAME: uses the AWS credentials of the environment.
try {
  const command = readCommand(process.argv.slice(2));
  const table = command.values.table ?? process.env[ENVIRONMENT.callersTable];
  if (!table) throw new KeysError('--table is missing');
  for (const line of await runKeys(command, new DynamoKeys(new DynamoDBClient(), table)))
    process.stdout.write(`${line}\n`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof KeysError ? `${message}\n\n${USAGE}\n` : `${message}\n`);
  process.exitCode = error instanceof KeysError ? 2 : 1;
}
