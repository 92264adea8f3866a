import type { DeployedFunction } from '../template/deployed-functions.ts';
import { ACCOUNT, REGION } from '../template/stand-in-values.ts';

/** The ports at which a function finds what it talks to. */
export const PORTS = { runtime: 9001, s3: 9002, dynamodb: 9003, sqs: 9004, lambda: 9005 } as const;

/** The credentials of a role, as a function is given them. */
export interface Session {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** What Lambda puts into the environment of a function, beside its own variables. */
export function runtimeEnvironment(fn: DeployedFunction, session: Session): Record<string, string> {
  return {
    AWS_DEFAULT_REGION: REGION,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${fn.memory}`,
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: fn.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: `2026/11/22/[$LATEST]${ACCOUNT}`,
    AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${PORTS.runtime}`,
    LAMBDA_RUNTIME_DIR: '/var/runtime',
    LAMBDA_TASK_ROOT: '/var/task',
    LANG: 'en_US.UTF-8',
    LD_LIBRARY_PATH: '/var/lang/lib:/lib64:/usr/lib64:/var/runtime:/var/runtime/lib:/var/task:/var/task/lib:/opt/lib',
    NODE_PATH: '/opt/nodejs/node24/node_modules:/opt/nodejs/node_modules:/var/runtime/node_modules',
    PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
    TZ: ':UTC',
    _HANDLER: fn.handler,
    ...shared(fn, session),
  };
}

/**
 * What Lambda is known to put into the environment of a web function, beside the address and its own variables: nothing
 * says that it tells its name, as that of other functions does.
 */
export function webEnvironment(fn: DeployedFunction, session: Session): Record<string, string> {
  return { PATH: '/var/lang/bin:/usr/bin:/bin', ...shared(fn, session) };
}

/** The region, the role, and the addresses by which the stand-ins are found instead of AWS. */
function shared(fn: DeployedFunction, session: Session): Record<string, string> {
  const endpoint = (port: number) => `http://127.0.0.1:${port}`;
  return {
    ...fn.environment,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: session.accessKeyId,
    AWS_SECRET_ACCESS_KEY: session.secretAccessKey,
    AWS_SESSION_TOKEN: session.sessionToken,
    AWS_ENDPOINT_URL_S3: endpoint(PORTS.s3),
    AWS_ENDPOINT_URL_DYNAMODB: endpoint(PORTS.dynamodb),
    AWS_ENDPOINT_URL_SQS: endpoint(PORTS.sqs),
    AWS_ENDPOINT_URL_LAMBDA: endpoint(PORTS.lambda),
  };
}
