import type { FastifyPluginAsync } from 'fastify';

/**
 * Registers the product's Fastify plugins, after the platform's hooks and before the calls. Decorators and hooks apply to all routes that follow.
 * Each route needs `config: { permission }` and a path beneath `API_PATH`, because only there do requests have a session and the CSRF check.
 */
export const plugins: FastifyPluginAsync = async () => {};
