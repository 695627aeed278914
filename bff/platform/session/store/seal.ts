import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Sizes of AES-GCM's initialization vector and tag (NIST SP 800-38D). */
const [IV_BYTES, TAG_BYTES] = [12, 16];

export type Seal = ReturnType<typeof createSeal>;

/**
 * Creates functions that encrypt and decrypt with AES-256-GCM and keys from HKDF. The first secret encrypts, all decrypt. Calls `onUnreadable`
 * for each value that no secret decrypts.
 */
export function createSeal(secrets: readonly string[], onUnreadable = () => {}) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'session records', 32)));

  return {
    /** Encrypts a value as JSON. Only `open` with the same `place`, such as a record key, can decrypt it, so records cannot be swapped. */
    seal: (value: unknown, place: string): string => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0] ?? '', iv).setAAD(Buffer.from(place));
      const data = [cipher.update(JSON.stringify(value)), cipher.final()];
      return Buffer.concat([iv, ...data, cipher.getAuthTag()]).toString('base64url');
    },
    /** Decrypts. Returns undefined if no secret matches, or if the value was sealed for another `place`. */
    open: (text: string, place: string): unknown => {
      const sealed = Buffer.from(text, 'base64url');
      const [iv, data] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, -TAG_BYTES)];
      for (const key of keys)
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
          decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES));
          return JSON.parse(decipher.update(data, undefined, 'utf8') + decipher.final('utf8'));
        } catch {}
      onUnreadable();
      return undefined;
    },
  };
}
