import { orAborted } from './or-aborted.ts';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Identical requests under way become one. It is cancelled when the last of its callers has left. */
export function createCoalescing<T>() {
  const flights = new Map<string, Flight<T>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight<T> = { result, controller, callers: 0 };
    flights.set(key, flight);
    return flight;
  }

  return async function join(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const flight = flights.get(key) ?? start(key, work);
    flight.callers += 1;
    try {
      return await orAborted(flight.result, signal);
    } finally {
      flight.callers -= 1;
      if (flight.callers === 0) {
        // Who comes now must not board what is being cancelled.
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort(signal.reason);
      }
    }
  };
}
