/** The response to a call that the document made, once; later calls are sent. */
export function takePrefetchedResponse(url: string, signal: AbortSignal): Promise<Response> | undefined {
  const call = globalThis.embedded?.prefetched.get(url);
  const response = call?.response;
  if (!call || !response) return undefined;
  call.response = undefined;
  signal.addEventListener('abort', call.cancel);
  return response;
}

/** After a navigation, what the document asked for is out of date. */
export const discardPrefetchedCalls = (): void => globalThis.embedded?.prefetched.clear();
