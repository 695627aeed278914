import type { Registry } from '@prometheus-io/client';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#settings.ts';

export interface ServiceContext {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** For metrics of the product's own: `new Counter({ name, help, registers: [metrics] })`. */
  readonly metrics: Registry;
}

/** Opens a service, once for the process. Its `close`, if it has one, is called when the last request has ended. */
export type Service<S extends object = object> = (context: ServiceContext) => S | Promise<S>;

/** The services that these definitions open. */
export type ServicesOf<D> = {
  readonly [K in keyof D]: D[K] extends Service<infer S> ? S : never;
};

/** Defines one service. A handler reaches it as `services.<name>`. */
export const defineService = <S extends object>(open: Service<S>): Service<S> => open;
