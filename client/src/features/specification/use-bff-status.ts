import { API_PATH } from '@web/bff/contract/constants';
import { useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';
import { type BffStatus, createBffStatus } from './bff-status.ts';
import { prefetchedBody } from '#platform/document/prefetched-call.ts';

const bff = createBffStatus({
  ask: (signal) => api('GET /status', { signal }),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
  isOnline: () => navigator.onLine,
  first: () => prefetchedBody(`${API_PATH}/status`),
});

document.addEventListener('visibilitychange', bff.wake);
addEventListener('focus', bff.wake);
addEventListener('online', bff.wake);
addEventListener('offline', bff.wake);

/** Whether the BFF answers, live. */
export const useBffStatus = (): BffStatus => useSyncExternalStore(bff.subscribe, bff.current);
