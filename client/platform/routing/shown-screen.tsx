import { Suspense, use, useDeferredValue, useLayoutEffect } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import { RefusedSearch } from '#platform/screens/refused-search.ts';
import type { LoadedScreen } from './load-screen.ts';
import { PendingScreen } from './pending-screen.tsx';
import type { Screen } from './screen.ts';
import { ScreenTitle, TitledScreen } from './titled-screen.tsx';

/** Data of a route. A navigation does not wait for the data, so that the address and the placeholder change immediately. */
export type Loading = LoadedScreen | { readonly loading: Promise<LoadedScreen> };

interface Props extends Pick<Screen, 'path' | 'title'> {
  readonly restoreScroll: () => void;
}

/** Renders a screen, or its placeholder while it loads. If only the search parameters change, the screen stays until its new data is ready. */
export function ShownScreen({ path, title, restoreScroll }: Props) {
  const { pathname } = useLocation();
  const pending = (
    <>
      <ScreenTitle title={title} />
      <PendingScreen path={path} />
    </>
  );
  return (
    <Suspense key={pathname} fallback={pending}>
      <Content title={title} restoreScroll={restoreScroll} />
    </Suspense>
  );
}

function Content({ title, restoreScroll }: Omit<Props, 'path'>) {
  const latest = useLoaderData() as Loading;
  const before = useDeferredValue(latest);
  const shown = 'module' in latest ? latest : before;
  const { module, data, params, refused, notice } = 'module' in shown ? shown : use(shown.loading);
  useLayoutEffect(restoreScroll, [restoreScroll]);
  return (
    <TitledScreen title={module.title?.(data as never) ?? title}>
      {notice}
      <div className="screen" aria-busy={shown !== latest}>
        <RefusedSearch value={refused}>
          <module.Component data={data as never} params={params as never} />
        </RefusedSearch>
      </div>
    </TitledScreen>
  );
}
