import type { RunningBff } from '@web/bff/test/start-bff';
import { type Deployment, deployBase, deployOurs } from './deployments.ts';

export interface Application {
  readonly dist: string;
  readonly address: string;
}

export interface Both {
  readonly ours: Application;
  readonly base: Application;
  readonly stop: () => Promise<void>;
}

/** Both applications, each behind its own server; the servers are equal. */
export async function openBoth(): Promise<Both> {
  const deployments: Deployment[] = [];
  const servers: RunningBff[] = [];
  const stop = async () => {
    for (const server of servers) await server.stop();
    for (const deployment of deployments) await deployment.remove();
  };
  const open = async (deploy: () => Promise<Deployment>): Promise<Application> => {
    const deployment = await deploy();
    deployments.push(deployment);
    const server = await deployment.open();
    servers.push(server);
    return { dist: deployment.dist, address: `http://127.0.0.1:${server.port}/web/` };
  };
  try {
    return { ours: await open(deployOurs), base: await open(deployBase), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
