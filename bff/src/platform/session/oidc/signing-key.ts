import { createPrivateKey } from 'node:crypto';

/** The signatures that a key can make, the most common one first. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  rsa: ['RS256', 'PS256'],
  prime256v1: ['ES256'],
  ed25519: ['Ed25519'],
};

/** The algorithms (RFC 7518, section 3.1) that a private key in PEM (PKCS #8) can sign with; none if it is no such key. */
export function algorithmsOf(pem: string): readonly string[] {
  if (!pem.startsWith('-----BEGIN PRIVATE KEY-----')) return [];
  try {
    const { asymmetricKeyType = '', asymmetricKeyDetails } = createPrivateKey(pem);
    return ALGORITHMS[asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType] ?? [];
  } catch {
    return [];
  }
}
