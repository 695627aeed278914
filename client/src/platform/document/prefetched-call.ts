/** The answer to the call that the document has made, once: later ones are asked for anew. */
export function takePrefetchedResponse(address: string, signal: AbortSignal): Promise<Response> | undefined {
  const first = globalThis.shell?.first;
  if (first?.address !== address) return undefined;
  const { answer, cancel } = first;
  first.answer = undefined;
  if (answer) signal.addEventListener('abort', cancel);
  return answer;
}

/** What the document shows already, as the first state of whoever shows the same. */
export function prefetchedBody(address: string): unknown {
  const first = globalThis.shell?.first;
  return first?.address === address ? first.body : undefined;
}

/** The first screen is shown: what the document has asked for is no news any more. */
export function discardPrefetchedCall(): void {
  if (globalThis.shell) delete globalThis.shell.first;
}
