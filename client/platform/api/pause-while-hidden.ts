/** Time a tab must be hidden before `pause` is called, so that a quick look at another tab changes nothing. */
const HIDDEN_MS = 60_000;

/**
 * Calls `pause` when the tab has been hidden for a minute. `resumed()` then waits for the tab to be shown, for `stop()`, or for `signal` to abort.
 */
export function pauseWhileHidden(pause: () => void, signal: AbortSignal | null | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;
  let resume = () => {};
  const check = () => {
    clearTimeout(timer);
    if (!document.hidden) goOn();
    else
      timer = setTimeout(() => {
        isPaused = true;
        pause();
      }, HIDDEN_MS);
  };
  const goOn = () => {
    isPaused = false;
    resume();
  };
  document.addEventListener('visibilitychange', check);
  signal?.addEventListener('abort', goOn);
  check();
  return {
    isPaused: () => isPaused,
    resumed: () => new Promise<void>((resolve) => (resume = resolve)),
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
      goOn();
    },
  };
}
