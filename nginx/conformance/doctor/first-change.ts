const QUOTED_BYTES = 40;

/** From where on what came differs from what was sent, with both; empty where it does not. */
export function firstChange(sent: Buffer, came: Buffer): string {
  if (sent.equals(came)) return '';
  const found = sent.findIndex((byte, index) => byte !== came[index]);
  const at = found < 0 ? sent.length : found;
  const [was, is] = [sent, came].map((body) => JSON.stringify(body.toString('utf8', at, at + QUOTED_BYTES)));
  return `; from byte ${at} on came ${is} in place of ${was}`;
}
