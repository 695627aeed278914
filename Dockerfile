ARG NODE_IMAGE=node:26-trixie-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:1.30-trixie

# Builds the client, the BFF as one file, and the variables that nginx's configuration needs.
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

# The BFF. It serves the built client too, so this image alone is the whole application.
FROM ${NODE_IMAGE} AS bff
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MANAGEMENT_PORT=9000
WORKDIR /app
COPY --link --from=build /app/bff/dist bff/dist
COPY --link --from=build /app/client/dist client/dist
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
STOPSIGNAL SIGQUIT
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --start-interval=250ms --retries=2 \
  CMD ["curl", "--fail", "--silent", "--show-error", "--output", "/dev/null", "http://127.0.0.1:9001/livez"]
CMD ["nginx", "-c", "/tmp/nginx/nginx.conf", "-g", "daemon off;"]
