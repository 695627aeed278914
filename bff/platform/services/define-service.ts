import type { Registry } from '@prometheus-io/client';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#platform/product/settings.ts';

export interface ServiceContext {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** Registry for the product's own metrics: `new Counter({ name, help, registers: [metrics] })`. */
  readonly metrics: Registry;
}

/** Function that opens a service. It runs once per process. The platform calls the service's `close`, if any, after the last request. */
export type Service<S extends object = object> = (context: ServiceContext) => S | Promise<S>;

export type ServicesOf<D> = {
  readonly [K in keyof D]: D[K] extends Service<infer S> ? S : never;
};

/** Defines a service, which handlers use as `services.<name>`. */
export const defineService = <S extends object>(open: Service<S>): Service<S> => open;
