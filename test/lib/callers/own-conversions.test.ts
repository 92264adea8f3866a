import { describe, expect, it } from 'vitest';
import { flatten, type Statement, Synthesis } from '../synthesis.ts';

const keyed = new Synthesis({ keys: 'required' });
const { storage, functions } = keyed.service;

/** What a function may do beside writing its log and counting its caller, one line for each action on each resource. */
function permissionsOf(name: 'listConversions' | 'deleteConversion'): string[] {
  const role = keyed.idOf(functions.byRoute[name]?.role);
  const [table, callers, bucket] = [storage.table, storage.callers?.table, storage.bucket].map((it) => keyed.idOf(it));
  const statements: Statement[] = keyed
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  return statements
    .flatMap(({ Action = [], Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} ${flatten(resource)}`)),
    )
    .map((line) => line.replace(`<${table}>`, '<table>').replace(`<${bucket}>`, '<bucket>'))
    .filter((line) => !line.includes(`<${callers}>`) && !/^(logs|xray):/.test(line))
    .sort();
}

describe('where callers have keys', () => {
  it('the table has an index of the conversions of accounts, without their secrets', () => {
    const [, own] = keyed.resourceOf(storage.table).Properties.GlobalSecondaryIndexes as readonly {
      Projection: { NonKeyAttributes: readonly string[] };
    }[];
    expect(own).toMatchObject({
      IndexName: 'own-conversions',
      KeySchema: [
        { AttributeName: 'account', KeyType: 'HASH' },
        { AttributeName: 'created_at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE' },
    });
    expect(own?.Projection.NonKeyAttributes).toContain('original_filename');
    expect(own?.Projection.NonKeyAttributes).not.toContain('secrets');
  });

  it('the list reads that index and nothing else', () => {
    expect(permissionsOf('listConversions')).toEqual(['dynamodb:Query <table>/index/own-conversions']);
  });

  it('who deletes may replace a record and delete files, and reads no file', () => {
    expect(permissionsOf('deleteConversion')).toEqual([
      'dynamodb:GetItem <table>',
      'dynamodb:PutItem <table>',
      's3:DeleteObject <bucket>/results/*',
      's3:DeleteObject <bucket>/sources/*',
      's3:DeleteObject <bucket>/uploads/*',
    ]);
  });
});
