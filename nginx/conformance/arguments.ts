import { parseArgs } from 'node:util';
import { ingressProxies, type IngressProxy } from './doctor/advice.ts';
import { openTarget, type Target } from './target.ts';

/** Wrong usage of the command, said in one line. */
export class UsageError extends Error {}

export interface Arguments {
  readonly target: Target;
  /** The proxy in front, where the operator names it. */
  readonly ingress: IngressProxy | undefined;
  readonly isVerbose: boolean;
  readonly isJson: boolean;
}

const FLAGS = {
  'whole-origin': { type: 'boolean' },
  stripping: { type: 'boolean' },
  verbose: { type: 'boolean' },
  json: { type: 'boolean' },
  ingress: { type: 'string' },
} as const;

const flagNames = Object.keys(FLAGS)
  .map((name) => `--${name}`)
  .join(', ');

/** Throws a `UsageError`. */
export function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args);
  const { ingress } = values;
  if (ingress !== undefined && !isIngressProxy(ingress))
    throw new UsageError(`--ingress ${ingress}: unknown proxy; expected one of ${ingressProxies.join(', ')}`);
  const [address, ...more] = positionals;
  if (address === undefined) throw new UsageError('no URL given; expected one, such as https://host/web');
  if (more.length > 0) throw new UsageError(`${more.join(' ')}: more than one URL; expected one`);
  const options = { ownsOrigin: values['whole-origin'] === true, stripped: values.stripping === true };
  const [isVerbose, isJson] = [values.verbose === true, values.json === true];
  return { target: targetAt(address, options), ingress, isVerbose, isJson };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; expected one of ${flagNames}`);
  }
}

const isIngressProxy = (name: unknown): name is IngressProxy =>
  ingressProxies.some((proxy) => proxy === name);

function targetAt(address: string, options: Parameters<typeof openTarget>[1]): Target {
  try {
    return openTarget(address, options);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
