import type { Figures } from './start-targets.ts';

/**
 * What a figure may be after all requests over what it was after the warm-up. Only the heap is measured without its garbage; descriptors follow
 * the connections that are open.
 */
const limitOf = (figure: string) => (figure.includes('heap') ? 1.25 : 1.5);

/** The figures that have grown, in words. */
export const grown = (growth: Readonly<Record<string, Figures>>): string[] =>
  Object.entries(growth).flatMap(([target, figures]) =>
    Object.entries(figures).flatMap(([name, ratio]) =>
      ratio <= limitOf(name) ? [] : `${target}: ${name} grew to ${ratio.toFixed(2)}×`,
    ),
  );
