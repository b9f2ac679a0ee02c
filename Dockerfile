# The service of docs/service.md, as `docker build .` makes it, and the tests: `docker build --target tests .`
# `tools/image.py` checks this file, and runs what it runs without Docker.
FROM python:3.13-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /lexkit
COPY . .
RUN LEXKIT_KERNELS=yes pip wheel --no-cache-dir --no-deps --wheel-dir dist .

FROM build AS tests
# hadolint ignore=DL3013
RUN set -- dist/*.whl && pip install --no-cache-dir "$1[test]"
CMD ["python", "-m", "pytest"]

FROM python:3.13-slim AS service
COPY --from=build /lexkit/dist /lexkit/dist
WORKDIR /lexkit
# hadolint ignore=DL3013
RUN set -- dist/*.whl && pip install --no-cache-dir "$1[api]"
RUN useradd --create-home --uid 1000 lexkit
USER 1000
# The bundled list is compiled here, once, and not at each start.
RUN lexq substring QUIXO
EXPOSE 8765
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8765/readyz')"]
CMD ["lexq", "serve", "--api", "--host", "0.0.0.0", "--open-to-network", "--workers", "2", "--log"]
