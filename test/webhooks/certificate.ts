import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate that signs itself, and its key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate for names, good for a day: X.509 (RFC 5280) written by hand, since Node only reads it. */
export function makeCertificate(names: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(names[0] ?? '')))));
  const [start, end] = [Date.now() - 3_600_000, Date.now() + 86_400_000].map((at) => utcTime(new Date(at)));
  const hosts = sequence(...names.map((host) => der(0x82, Buffer.from(host))));
  const alternatives = sequence(oid('551d11'), der(0x04, hosts));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(start ?? Buffer.of(), end ?? Buffer.of()),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternatives)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]));
  const text = sequence(body, ecdsaWithSha256, signature)
    .toString('base64')
    .match(/.{1,64}/g);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text?.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
