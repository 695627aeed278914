import { unless, type Finding, type Placed } from './manifest.ts';
import { pods } from './pod.ts';
import { envOf } from './settings.ts';

/** Several pods whose BFFs keep sessions in their processes: each would know only those that began there. */
export const sessionFindings = (all: readonly Placed[]): Finding[] =>
  pods(all).flatMap(({ file, deployment, containers }) => {
    const bff = containers.find(({ name }) => name === 'bff');
    const isShared =
      bff === undefined ||
      'SESSION_STORE' in envOf(all, bff) ||
      bff.env?.some(({ name }) => name === 'SESSION_STORE') === true;
    return unless(isShared || (deployment.spec?.replicas ?? 1) <= 1, {
      file,
      path: '/spec/replicas',
      message: 'several BFFs without SESSION_STORE do not share their sessions',
    });
  });
