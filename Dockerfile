ARG NODE_IMAGE=node:26-trixie-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:1.30-trixie

# What both images are made of: the built client, the BFF in one file, and what nginx takes from them.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --link package.json package-lock.json .npmrc ./
COPY --link bff/package.json bff/
COPY --link client/package.json client/
COPY --link nginx/package.json nginx/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY --link tsconfig.base.json ./
COPY --link bff bff
COPY --link client client
COPY --link nginx nginx
RUN node client/vite/build.ts && node nginx/start/build-env.ts > build.env
# Addresses for the start below, at which nobody answers: an image is made without knowing where it will run.
RUN <<EOF
node --input-type=module -e "
  import { settingOf } from './bff/src/config.ts';
  import { upstreams } from './bff/src/upstreams/all.ts';
  for (const name of Object.keys(upstreams)) console.log(settingOf(name) + '=http://127.0.0.1:9');
" > upstreams.env
EOF

# The BFF, and with the built client the whole application where there is no nginx in front.
FROM ${NODE_IMAGE} AS bff
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MANAGEMENT_PORT=9000 NODE_COMPILE_CACHE=/app/compile-cache
WORKDIR /app
COPY --link --from=build /app/bff/dist/main.js bff/dist/main.js
COPY --link --from=build /app/client/dist client/dist
# The compile cache is written when the process ends in good order: start it once, and stop it.
RUN --mount=type=bind,from=build,source=/app/upstreams.env,target=/tmp/upstreams.env <<EOF
set -aeu
. /tmp/upstreams.env
node bff/dist/main.js & pid=$!
node -e "
  const until = Date.now() + 20_000;
  const ask = () => fetch('http://127.0.0.1:9000/readyz').then(({ ok }) => ok || Promise.reject(), () => Promise.reject())
    .catch(() => (Date.now() < until ? new Promise((done) => setTimeout(done, 100)).then(ask) : process.exit(1)));
  await ask();
" --input-type=module
kill "$pid"
wait "$pid"
test -n "$(ls compile-cache)"
EOF
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --start-interval=250ms --retries=2 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bff/dist/main.js"]

FROM ${NGINX_IMAGE} AS nginx
COPY --link --chmod=755 nginx/start/render-config.sh /docker-entrypoint.d/30-render-config.sh
COPY --link nginx/conf /etc/nginx/web
COPY --link --from=build /app/build.env /etc/nginx/web/build.env
COPY --link --from=build /app/client/dist /srv/client
ENV BFF_ADDRESS=bff:3000
STOPSIGNAL SIGQUIT
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --start-interval=250ms --retries=2 \
  CMD ["curl", "--fail", "--silent", "--show-error", "--output", "/dev/null", "http://127.0.0.1:9001/livez"]
CMD ["nginx", "-c", "/tmp/nginx/nginx.conf", "-g", "daemon off;"]
