/** The proxies that operators put in front, in whose words the doctor names a setting. */
export const ingressProxies = ['nginx', 'haproxy', 'caddy', 'apache', 'traefik', 'envoy'] as const;

export type IngressProxy = (typeof ingressProxies)[number];

/** What to set, in the words of each proxy. */
export type SettingOf = Readonly<Record<IngressProxy, string>>;
