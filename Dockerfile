FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY engine engine
COPY src src
COPY migrations migrations
COPY openapi openapi
COPY docs docs
COPY web web
RUN cargo build --release --locked

FROM debian:bookworm-slim
RUN useradd --system --create-home --home-dir /var/lib/placa placa
COPY --from=build /src/target/release/placa /usr/local/bin/placa
USER placa
WORKDIR /var/lib/placa
ENV PLACA_LISTEN=0.0.0.0:8080
EXPOSE 8080
CMD ["placa", "serve"]
