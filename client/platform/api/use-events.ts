import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ArgumentsOf, ReplyTo } from './api.ts';
import type { AnyProblem } from './call-error.ts';
import { type BodyOf, markStale, type ReadKey, type Revalidate } from './reads.ts';
import { type CallRequest, openEvents } from './send-call.ts';

type EventOf<K extends ReadKey> = BodyOf<ReplyTo<K>> extends AsyncIterable<infer Event> ? Event : never;
type Options<K extends ReadKey> = NonNullable<ArgumentsOf<K>[0]> & {
  readonly onEvent?: (event: EventOf<K>) => unknown;
  /**
   * The screen's GET calls to refetch after each event, and each time the stream opens, because they are older than the connection. Defaults to none.
   */
  readonly revalidate?: Revalidate;
  /** Keeps the stream open while the tab is hidden. By default, the stream closes after a minute, and reopens when the tab is shown. */
  readonly whileHidden?: boolean;
};

interface Connection {
  /** `closed` if the stream has ended, or failed with `problem`. After the end of a session, it reopens when the user has signed in again. */
  readonly state: 'connecting' | 'open' | 'reconnecting' | 'closed';
  readonly problem?: AnyProblem | undefined;
}

const RETRY_MS = 4_000;

/**
 * Receives events while the component is mounted: `const { state } = useEvents('GET /things/events', { revalidate: ['GET /things'] })`. The options
 * also take the request parts, such as `params`. Retries while the connection is lost or cannot be opened.
 */
export function useEvents<K extends ReadKey>(
  key: K,
  ...[options]: Record<never, never> extends Options<K> ? [options?: Options<K>] : [options: Options<K>]
): Connection {
  const { onEvent, revalidate = 'nothing', ...request } = (options ?? {}) as Options<K>;
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });
  /** Number of events received plus number of times the stream has opened. */
  const [count, setCount] = useState(0);
  /** `count` above which a refetch is due. */
  const refetched = useRef(0);
  const receive = useEffectEvent((event: EventOf<K>) => onEvent?.(event));
  const sent = JSON.stringify(request);
  useEffect(() => {
    const leaving = new AbortController();
    const note = (state: Connection['state'], problem?: AnyProblem) => {
      if (leaving.signal.aborted) return;
      setConnection({ state, problem });
      if (state === 'open') setCount((count) => count + 1);
    };
    const watch = async () => {
      const request = JSON.parse(sent) as CallRequest;
      const options = { ...request, signal: leaving.signal, onConnection: note };
      note('connecting');
      let events: AsyncGenerator | undefined;
      // Retries if the code that reads streams failed to load.
      while (!(events = await openEvents(key, options).catch(() => undefined))) {
        note('reconnecting');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (0.5 + Math.random())));
        if (leaving.signal.aborted) return;
      }
      for await (const event of events) {
        receive(event as EventOf<K>);
        setCount((count) => count + 1);
      }
      note('closed');
    };
    watch().catch((failed) => {
      note('closed', failed.problem);
      // Rethrows an error of `onEvent`, so that it is logged and reported.
      if (!failed.problem) throw failed;
    });
    return () => leaving.abort();
  }, [key, sent]);
  const revalidator = useRevalidator();
  useEffect(() => {
    // Waits for the current refetch, because another would cancel it. A burst of events therefore causes only two refetches.
    if (revalidator.state !== 'idle' || revalidate === 'nothing' || count <= refetched.current) return;
    refetched.current = count;
    markStale(revalidate);
    void revalidator.revalidate();
  }, [count, revalidate, revalidator]);
  return connection;
}
