import { X509Certificate, createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { run } from '#platform/testing/processes.ts';

export interface Authority {
  /** File with certificate and key. */
  readonly certificate: string;
  /** Hash of the public key, for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly spki: string;
  readonly remove: () => Promise<void>;
}

const NAMES = 'subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:example.org,DNS:evil.example';
const KEY = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
const REQUEST = `req -x509 ${KEY} -subj /CN=localhost -addext ${NAMES}`;

/** Creates a self-signed certificate for localhost, which this process trusts until `remove`. */
export async function makeAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  const certificate = join(folder, 'web.pem');
  const options = `${REQUEST} -days 90 -keyout ${certificate} -out ${certificate}`;
  await run('openssl', options.split(' '));
  const text = await readFile(certificate, 'utf8');
  const { publicKey } = new X509Certificate(text);
  const defaults = getCACertificates('default');
  setDefaultCACertificates([...defaults, text]);
  return {
    certificate,
    spki: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    remove: async () => {
      setDefaultCACertificates(defaults);
      await rm(folder, { recursive: true });
    },
  };
}
