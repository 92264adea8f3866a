import type { Resource } from './template.ts';

/** Where the stack would be deployed: not in the default region of anything here. */
export const REGION = 'eu-central-1';
export const ACCOUNT = '123456789012';

/** What CloudFormation knows by itself. */
export const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Region': REGION,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'FileConversion',
  'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/FileConversion/51af3dc0-da77-11e4-872e-1234567db123`,
};

/** The property that names a resource; one without a name is called by its logical id. */
const NAMES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Lambda::WebFunction': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
};

/** The ARNs of resources by their type, after `arn:aws:`. */
const ARNS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::DynamoDB::GlobalTable': (name) => `dynamodb:${REGION}:${ACCOUNT}:table/${name}`,
  'AWS::IAM::Role': (name) => `iam::${ACCOUNT}:role/${name}`,
  'AWS::Lambda::Function': (name) => `lambda:${REGION}:${ACCOUNT}:function:${name}`,
  'AWS::Lambda::WebFunction': (name) => `lambda:${REGION}:${ACCOUNT}:web-function/${name}`,
  'AWS::Logs::LogGroup': (name) => `logs:${REGION}:${ACCOUNT}:log-group:${name}:*`,
  'AWS::S3::Bucket': (name) => `s3:::${name}`,
  'AWS::SQS::Queue': (name) => `sqs:${REGION}:${ACCOUNT}:${name}`,
};

export function namingProperty({ Type }: Resource): string | undefined {
  return NAMES[Type];
}

/** The ARN of a resource with a name; of another type, something that names it and nothing else. */
export function arnOf({ Type }: Resource, name: string): string {
  return `arn:aws:${ARNS[Type]?.(name) ?? `cloudformation:::${Type}/${name}`}`;
}
