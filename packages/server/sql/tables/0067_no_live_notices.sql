-- Notices go out by NOTIFY only: DATABASE_LISTEN_URL=none is gone.
drop table app.live_notices;
