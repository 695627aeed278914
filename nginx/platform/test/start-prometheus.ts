import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, root, start, waitForStatus } from '@web/bff/platform/testing/processes';

/** Seconds to which tests shorten each minute in the alert rules. */
export const MINUTE_S = 4;

/** Starts Prometheus, which scrapes the ports of each job every second. Shortens the durations in the alert rules. */
export async function startPrometheus(jobs: Readonly<Record<string, readonly number[]>>) {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const rules = await readFile(join(root, 'nginx/platform/operations/alerts.yml'), 'utf8');
  const shorter = rules.replaceAll(
    /(\[|:|for: |interval: )(\d+)([ms])\b/g,
    (_, before: string, count: string, unit: string) => {
      const seconds = Number(count) * (unit === 'm' ? MINUTE_S : MINUTE_S / 60);
      return `${before}${Math.max(1, Math.ceil(seconds))}s`;
    },
  );
  await writeFile(join(folder, 'alerts.yml'), shorter);
  const scrapes = Object.entries(jobs).map(([name, ports]) => {
    const targets = ports.map((port) => `'127.0.0.1:${port}'`).join(', ');
    const path = name === 'ready' ? '/readyz' : '/metrics';
    return `  - { job_name: ${name}, metrics_path: ${path}, static_configs: [targets: [${targets}]] }\n`;
  });
  const global = 'global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }\n';
  const config = `${global}rule_files: [alerts.yml]\nscrape_configs:\n${scrapes.join('')}`;
  await writeFile(join(folder, 'prometheus.yml'), config);
  const origin = `127.0.0.1:${await freePort()}`;
  const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const child = start('prometheus', [...files, `--web.listen-address=${origin}`]);
  await waitForStatus(`http://${origin}/-/ready`);
  return {
    /** Returns the names of the alerts that fire. */
    firing: async (): Promise<string[]> => {
      const { data } = (await (await fetch(`http://${origin}/api/v1/alerts`)).json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const found = data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname);
      return [...new Set(found)].toSorted();
    },
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
