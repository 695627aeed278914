import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { platformError } from '#platform/contract/app-error.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { ANY_ROLE } from '#platform/contract/call.ts';
import { languages } from '#platform/contract/product/languages.ts';
import { documentHeaders } from '#platform/edge/content-security-policy.ts';
import { chooseEncoding, type Encoding } from '#platform/edge/encodings.ts';
import { documentOf, documentVary } from '#platform/edge/languages.ts';
import { readClientManifest } from '#platform/edge/client-manifest.ts';
import { isBeneathApi, pathOf } from '#platform/edge/paths.ts';
import type { SharedValues } from '#platform/edge/settings.ts';
import { languageOf } from './request-language.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const isAsset = (path: string) => path.startsWith('assets/');

/** Serves the built client from the folder `build` as nginx does, so that one process is the whole application. */
export const staticClient = fp<{ build: string; settings: SharedValues }>(async function staticClient(
  app,
  { build, settings },
) {
  const manifest = readClientManifest(build);
  const documents = new Map<string, Readonly<Record<string, string>>>();
  for (const language of languages)
    documents.set(documentOf(language), {
      ...documentHeaders(manifest, settings),
      ...(languages.length > 1 && { 'content-language': language }),
    });
  const documentFor = (request: FastifyRequest) => documentOf(languageOf(request));
  const screens = new RegExp(`^(?:${manifest.screens.join('|')})$`);
  const files = new Set(readdirSync(join(build, 'identity'), { recursive: true }).map(String));
  const extension = (path: string) => extname(path).slice(1);
  await app.register(fastifyStatic, {
    root: build,
    serve: false,
    cacheControl: false,
    acceptRanges: false,
    etag: false,
    lastModified: false,
  });

  /** Chooses the encoding of a file, and sets `Vary`. If the file is a document, also sets the document's headers. */
  const negotiate = (path: string, request: FastifyRequest, reply: FastifyReply): Encoding => {
    const document = documents.get(path);
    if (document) reply.headers(document);
    if (!manifest.compressed.includes(extension(path))) return 'identity';
    reply.header('vary', document ? documentVary() : 'Accept-Encoding');
    return chooseEncoding(request.headers['accept-encoding'] ?? '');
  };

  const send = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const encoding = negotiate(path, request, reply);
    const root = join(build, encoding);
    const etag = etagOf(join(root, path));
    reply.header('cache-control', isAsset(path) ? IMMUTABLE : 'no-cache');
    reply.header('etag', etag);
    if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.sendFile(path, root);
  };

  /** Sends the document with 404, without ETag and with no-store. The client's router then shows that the screen does not exist. */
  const sendUnknownScreen = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = documentFor(request);
    const encoding = negotiate(path, request, reply);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    const document = await readFile(join(build, encoding, path));
    return reply.code(404).type('text/html; charset=utf-8').send(document);
  };

  const config = { permission: ANY_ROLE };
  app.get('/', { config }, (_request, reply) => redirect(reply, 302, `${BASE_PATH}/`));
  app.get(BASE_PATH, { config }, ({ url }, reply) =>
    redirect(reply, 301, `${BASE_PATH}/${url.slice(pathOf(url).length)}`),
  );
  app.get<{ Params: { '*': string } }>(`${BASE_PATH}/*`, { config }, (request, reply) => {
    if (isBeneathApi(request.url)) return reply.callNotFound();
    const path = request.params['*'];
    if (isAsset(path) || manifest.files.includes(extension(path))) {
      if (!files.has(path) || extension(path) === '') throw platformError('not-found');
      return send(path, request, reply);
    }
    const screen = pathOf(request.url).slice(BASE_PATH.length + 1);
    const isScreen = screens.test(screen.replace(/\/$/, ''));
    return isScreen ? send(documentFor(request), request, reply) : sendUnknownScreen(request, reply);
  });
});

/**
 * Computes the same ETag as nginx, from modification time and length. The ETag is strong, because the build derives the modification time from the
 * content.
 */
function etagOf(file: string): string {
  const { mtimeMs, size } = statSync(file);
  return `"${Math.floor(mtimeMs / 1000).toString(16)}-${size.toString(16)}"`;
}

/** True if If-None-Match matches (RFC 9110, section 13.1.2). */
const isFresh = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((entry) => ['*', etag].includes(entry.trim().replace(/^W\//, ''))) ?? false;

const redirect = (reply: FastifyReply, status: 301 | 302, location: string) => {
  void reply.code(status).header('location', location).type('text/plain; charset=utf-8');
  return reply.send(`${status} ${STATUS_CODES[status]}\n`);
};
