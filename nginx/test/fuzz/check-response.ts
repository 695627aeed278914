import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { BASE_PATH } from '@web/bff/contract/constants';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { MARKER_PATTERN, type FuzzRequest } from './requests/fuzz-request.ts';
import { callsOf, type OpenApiDocument } from './requests/openapi-document.ts';
import type { FuzzResponse } from './read-responses.ts';
import type { Exchange } from './send-request.ts';

/** Fields of a response that may have a part of the request: an id, and a redirect keeps the query. A file's name is the call's own. */
const REFLECTING = new Set(['x-request-id', 'location', 'content-disposition']);
const REDIRECT = new RegExp(`^${BASE_PATH}/(?!/)[!-\\[\\]-~]*$`);

/** What is wrong with the responses to a request, in words; nothing where all is well. */
export type Check = (request: FuzzRequest, exchange: Exchange, index: number) => string[];

/** Checks responses against the OpenAPI document, and against what holds for every response. `shell` is the document of every screen. */
export function responseCheck(document: OpenApiDocument, shell: string): Check {
  const matches = schemaCheck(document);
  return (request, { responses, end, error }, index) => {
    const found: string[] = [];
    if (end === 'hanging') found.push('neither answered nor closed');
    if (error !== undefined && !isSimpleRequest(request)) found.push(error);
    if (request.isWhole && responses.length === 0 && end !== 'hanging')
      found.push('closed without a response');
    const [only] = responses;
    if (request.call !== undefined && only) found.push(...matches(request, only));
    for (const response of responses) found.push(...everyResponse(response, request, shell, index));
    return found;
  };
}

function everyResponse(
  { status, fields, body }: FuzzResponse,
  request: FuzzRequest,
  shell: string,
  index: number,
): string[] {
  const found: string[] = [];
  const type = fields['content-type']?.join() ?? '';
  const text = body.toString('latin1');
  if (status >= 500 && !isRefusalOfProtocol(status, request))
    found.push(`status ${status}: ${text.slice(0, 120)}`);
  for (const name of Object.keys(securityHeaders))
    if (fields[name]?.length !== 1)
      found.push(`status ${status} has ${fields[name]?.length ?? 0} times ${name}`);
  if (type.startsWith('text/html') && body.length > 0 && text !== shell && ![301, 302].includes(status))
    found.push(`status ${status} with HTML that is not the shell: ${text.slice(0, 80)}`);
  for (const [name, values] of Object.entries(fields))
    if (!REFLECTING.has(name) && values.join().includes('marked-'))
      found.push(`the field ${name} reflects ${values.join()}`);
  for (const location of fields['location'] ?? [])
    if (!REDIRECT.test(location)) found.push(`redirects to ${location}`);
  for (const [marked, , of] of text.matchAll(MARKER_PATTERN))
    if (Number(of) !== index) found.push(`has ${marked} of another request`);
  return found;
}

/** nginx answers a line without a version as HTTP/0.9: with a body alone. */
const isSimpleRequest = ({ bytes }: FuzzRequest) => /[A-Z-]+ \/\S*\r?$/m.test(bytes.toString('latin1'));

/** A transfer coding that is not known is 501 (RFC 9112, section 6.1), another major version 505 (RFC 9110, section 15.6.6). */
const isRefusalOfProtocol = (status: number, { isWhole, bytes }: FuzzRequest) =>
  !isWhole &&
  ((status === 501 && /transfer-encoding:/i.test(bytes.toString('latin1'))) ||
    (status === 505 && / HTTP\/(?!1\.)/.test(bytes.toString('latin1'))));

function schemaCheck(document: OpenApiDocument) {
  const ajv = formats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ ...document, $id: 'document' });
  const calls = new Map(callsOf(document).map((call) => [call.key, call]));
  const pointer = (...keys: readonly string[]) =>
    `document#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

  return ({ call: key = '', isValid }: FuzzRequest, { status, fields, body }: FuzzResponse): string[] => {
    const call = calls.get(key);
    if (!call) throw new Error(`the document has no ${key}`);
    const { responses } = call.operation;
    const [type = ''] = (fields['content-type']?.[0] ?? '').split(';');
    const isProblem = type === 'application/problem+json';
    const name = status in responses ? String(status) : 'default';
    const found: string[] = [];
    if (
      isValid &&
      status >= 400 &&
      !isRefusedByRule(status, body) &&
      !(status in responses) &&
      ![401, 403, 429].includes(status)
    )
      found.push(`a valid request is ${status}: ${body.toString().slice(0, 300)}`);
    if (name === 'default' && !isProblem)
      return [...found, `status ${status} of type ${type} is not declared`];
    const declared = responses[name]?.content;
    const media = declared?.[type];
    if (declared && !media && status !== 304) found.push(`status ${status} has the type ${type}`);
    if (!declared && body.length > 0) found.push(`status ${status} has a body`);
    if (body.length === 0) return found;
    const schemas = [
      ...(isProblem ? ['document#/components/schemas/Problem'] : []),
      ...(media?.schema && (!isProblem || describesCode(media.schema, body))
        ? [
            pointer(
              'paths',
              call.path,
              call.method.toLowerCase(),
              'responses',
              name,
              'content',
              type,
              'schema',
            ),
          ]
        : []),
    ];
    for (const schema of schemas) {
      const validate = ajv.getSchema(schema);
      for (const value of type === 'text/event-stream' ? eventsOf(body) : [body.toString()])
        if (!validate?.(JSON.parse(value)))
          found.push(`status ${status} is outside its schema: ${ajv.errorsText(validate?.errors)}`);
    }
    return found;
  };
}

/** Whether the schema is of the problem's code: one of the platform can have the status of a declared one. */
const describesCode = (schema: object, body: Buffer) =>
  JSON.stringify(schema).includes(`{"const":"${(JSON.parse(body.toString()) as { code: string }).code}"}`);

/** By a rule across fields, or by one that the document does not have: a member that the schema knows breaks none. */
const isRefusedByRule = (status: number, body: Buffer) =>
  status === 422 &&
  (JSON.parse(body.toString()) as { errors?: { rule: string }[] }).errors?.every(
    ({ rule }) => rule === 'after-start',
  );

const eventsOf = (body: Buffer): string[] =>
  body
    .toString()
    .split('\n\n')
    .flatMap((event) => (event.startsWith('data: ') ? event.slice(6) : []));
