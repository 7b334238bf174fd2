FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY engine engine
COPY bench bench
COPY src src
COPY docs docs
COPY migrations migrations
COPY openapi openapi
COPY web web
RUN cargo build --release --locked

FROM debian:bookworm-slim
# A fixed number, so that volumes keep their owner from image to image.
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /var/lib/placa --shell /usr/sbin/nologin placa \
    && install -d -o placa -g placa -m 0700 /var/lib/placa \
    && find / -xdev -perm /6000 -type f -exec chmod a-s {} +
COPY --from=build --chown=root:root --chmod=0755 /src/target/release/placa /usr/local/bin/placa
USER 10001:10001
WORKDIR /var/lib/placa
ENV PLACA_LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
VOLUME /var/lib/placa
CMD ["placa", "serve"]
