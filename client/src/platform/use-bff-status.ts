import { API_PATH } from '@web/bff/contract/constants';
import { useSyncExternalStore } from 'react';
import { type BffStatus, createBffStatus } from './bff-status.ts';

const bff = createBffStatus({
  ask: (signal) => fetch(`${API_PATH}/status`, { cache: 'no-store', signal }),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
});

document.addEventListener('visibilitychange', bff.wake);
addEventListener('focus', bff.wake);
addEventListener('online', bff.wake);

/** Whether the BFF answers, live. */
export const useBffStatus = (): BffStatus => useSyncExternalStore(bff.subscribe, bff.current);
