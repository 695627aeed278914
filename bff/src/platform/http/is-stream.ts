/** Whether Fastify sends a payload piece by piece: a stream of Node's or of the Web. */
export const isStream = (payload: unknown): boolean =>
  payload instanceof ReadableStream || typeof (payload as { pipe?: unknown } | null)?.pipe === 'function';
