import { describe, expect, it } from 'vitest';
import { listenAddress } from '../../functions/ingest/listen-address.ts';

const ours = (address: string) => ({ LISTEN_ADDRESS: address });
const lambdas = (address: string) => ({ AWS_LAMBDA_HTTP_ENDPOINT: address });

describe('the address at which the ingest server listens', () => {
  it.each([
    ['0.0.0.0:65535', '0.0.0.0', 65_535],
    ['localhost:80', 'localhost', 80],
    ['[::1]:8443', '::1', 8443],
    ['[::ffff:127.0.0.1]:9000', '::ffff:127.0.0.1', 9000],
  ])('is read from %s', (text, host, port) => {
    expect(listenAddress(lambdas(text))).toEqual({ host, port });
    expect(listenAddress(ours(text))).toEqual({ host, port });
  });

  it.each(['', '3000', ':3000', 'host:', 'host:x', 'host:70000', '::1:3000', '[host]:1', 'a:1\n'])(
    'is refused, and not guessed, where it is %j',
    (text) => {
      expect(() => listenAddress({ ...lambdas(text), ...ours('127.0.0.1:1') })).toThrow('is not host:port');
    },
  );

  it('is not made up where there is none, whatever else is set', () => {
    expect(() => listenAddress({ PORT: '3000', RUNTIME_HTTP_PORT: '3000' })).toThrow('says where to listen');
  });
});
