# PostgreSQL with PostGIS, for every processor that PostgreSQL's own image is made for.
FROM postgres:17-trixie
# Debian keeps the newest build of a package only, so no version is named beyond the major one.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-17-postgis-3 \
  && rm -rf /var/lib/apt/lists/*
USER postgres
# Over TCP: while a new volume is prepared, the server listens on a socket only.
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=12 \
  CMD ["pg_isready", "--quiet", "--host=127.0.0.1", "--username=wakelog", "--dbname=wakelog"]
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Wakelog database" \
  org.opencontainers.image.description="PostgreSQL 17 with PostGIS, for Wakelog" \
  org.opencontainers.image.version="1.0.0-rc.1" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.licenses="PostgreSQL AND GPL-2.0-or-later"
