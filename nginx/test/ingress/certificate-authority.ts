import { X509Certificate, createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { run } from '@web/bff/test/processes';

export interface Authority {
  /** Files: the certificate of localhost, its key, and both in one file for HAProxy. */
  readonly certificate: string;
  readonly key: string;
  readonly both: string;
  /** The hash of the key, for Chromium's option that trusts it. */
  readonly spki: string;
  /** Stops trusting it, and removes its files. */
  readonly remove: () => Promise<void>;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
/** The host names that the cases use. */
const NAMES = 'DNS:localhost,IP:127.0.0.1,DNS:example.org,DNS:evil.example';
const LOCALHOST = [
  ...['-subj', '/CN=localhost', '-addext', `subjectAltName=${NAMES}`],
  ...['-addext', 'basicConstraints=critical,CA:FALSE'],
];

/** Creates a certificate authority and its certificate for localhost. This process trusts it until it is removed. */
export async function makeAuthority({ days = 90 } = {}): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  const file = (name: string) => join(folder, name);
  const make = (name: string, ...more: string[]) =>
    run('openssl', [
      ...[
        'req',
        '-x509',
        ...KEY,
        '-days',
        String(days),
        '-keyout',
        file(`${name}.key`),
        '-out',
        file(`${name}.pem`),
      ],
      ...more,
    ]);
  await make('authority', '-subj', '/CN=Test authority');
  await make('localhost', ...LOCALHOST, '-CA', file('authority.pem'), '-CAkey', file('authority.key'));
  const [certificate, key] = [file('localhost.pem'), file('localhost.key')];
  await writeFile(file('both.pem'), await Promise.all([readFile(certificate), readFile(key)]));
  const defaults = getCACertificates('default');
  setDefaultCACertificates([...defaults, await readFile(file('authority.pem'), 'utf8')]);
  const { publicKey } = new X509Certificate(await readFile(certificate));
  return {
    certificate,
    key,
    both: file('both.pem'),
    spki: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    remove: async () => {
      setDefaultCACertificates(defaults);
      await rm(folder, { recursive: true });
    },
  };
}
