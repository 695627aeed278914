import * as fc from 'fast-check';
import { bodies } from './bodies.ts';
import { fieldLines, hosts } from './field-lines.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { methods, targets, versions } from './request-lines.ts';

const single = fc
  .tuple(
    methods,
    targets,
    versions,
    hosts,
    fieldLines,
    bodies,
    fc.constantFrom('', '', 'x-requested-by: fuzz\r\n'),
  )
  .map(([method, target, version, host, fields, body, csrf]): FuzzRequest => {
    const text = `${method.text} ${target.text} ${version.text}\r\n${host.text}${csrf}${fields.text}${body.text}`;
    const isWhole = [method, target, version, host, fields, body].every((piece) => piece.isWhole);
    return { bytes: Buffer.from(text, 'latin1'), methods: [method.text.trim()], isWhole };
  });

/** Changes of a whole request as it may arrive: cut, or with other ends of lines. */
const spoilt = fc
  .tuple(single, fc.nat(), fc.constantFrom('cut', '\n', '\r', '\r\r\n'))
  .map(([request, at, how]) => {
    const text = request.bytes.toString('latin1');
    const changed = how === 'cut' ? text.slice(0, at % text.length) : text.replaceAll('\r\n', how);
    return { ...request, bytes: Buffer.from(changed, 'latin1'), isWhole: false };
  });

const withBody = single.filter((request) => !request.methods.includes('HEAD'));

const pipelined = fc.array(withBody, { minLength: 2, maxLength: 4 }).map((requests) => ({
  bytes: Buffer.concat(requests.map(({ bytes }) => bytes)),
  methods: requests.flatMap((request) => request.methods),
  // A response may end the connection before the next request.
  isWhole: false,
}));

/** Requests from the grammar of RFC 9112, most of them with one part that is wrong. */
export const grammarRequests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 8, arbitrary: single },
  { weight: 1, arbitrary: spoilt },
  { weight: 2, arbitrary: pipelined },
);
