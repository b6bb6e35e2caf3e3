/**
 * Every setting of the service, once, by topic: name, kind, default and a sentence. Parser, types, `--help`,
 * `.env.example` and the documents follow from this (`config.ts`).
 */
import { boolean, checked, choice, httpUrl, integer, siteUrl, text } from "@wakelog/kit/settings/kinds.ts";
import {
  databaseUrl,
  keeping,
  mailAddress,
  mailbox,
  processes,
  proxies,
  secret,
  timeOfDay,
} from "./kinds.ts";

export const TOPICS = {
  database: {
    databaseUrl: databaseUrl(
      "DATABASE_URL",
      "A PostgreSQL server, 14 or newer; without it an embedded one is started",
    ),
    databaseListenUrl: databaseUrl(
      "DATABASE_LISTEN_URL",
      "The server itself, for LISTEN, migrations and backups, if DATABASE_URL is a pooler in transaction mode",
    ),
    databaseReplicaUrl: databaseUrl("DATABASE_REPLICA_URL", "A replica of DATABASE_URL's server, for reads"),
    dbPort: integer("WAKELOG_DB_PORT", 5432, [0, 65535], "Port of the embedded PostgreSQL"),
    postgresBin: text(
      "WAKELOG_POSTGRES_BIN",
      null,
      "Folder with initdb and postgres for the embedded server; the npm package's when empty",
    ),
    poolSize: integer("WAKELOG_POOL_SIZE", 8, [1, 100], "Database connections for requests"),
    jobLanes: integer(
      "WAKELOG_JOB_LANES",
      3,
      [1, 32],
      "Concurrent jobs, each on a database connection, besides one for account mail and three for alerts",
    ),
  },
  server: {
    dataDir: text(
      "WAKELOG_DATA_DIR",
      "./data",
      "Embedded cluster, generated secrets, progress of imports, account exports",
    ),
    parts: choice(
      "WAKELOG_PARTS",
      "api,web",
      ["api,web", "api", "web"],
      "What this process runs: the API with its worker, the dashboard, or both",
    ),
    processes: processes(
      "WAKELOG_PROCESSES",
      "Processes that answer requests on the same ports, at most 8; auto is one per core but one, 1 disables it",
    ),
    host: text("WAKELOG_HOST", "127.0.0.1", "Address that the API and the dashboard listen on"),
    apiPort: integer("WAKELOG_API_PORT", 3000, [0, 65535], "Port of the API"),
    webPort: integer("WAKELOG_WEB_PORT", 8080, [0, 65535], "Port of the dashboard"),
    adminHost: text("WAKELOG_ADMIN_HOST", "127.0.0.1", "Address of operations; it needs no password"),
    adminPort: integer("WAKELOG_ADMIN_PORT", 3001, [0, 65535], "Port of operations: /live, /ready, /metrics"),
    apiUrl: httpUrl(
      "WAKELOG_API_URL",
      "",
      "Public address of the API, for browsers and boats; when empty, the dashboard asks its own server",
    ),
    webUrl: siteUrl(
      "WAKELOG_WEB_URL",
      "",
      "The dashboard's address, without a path, for links in messages and exports; this machine with the dashboard's port when empty",
    ),
    trustProxy: proxies(
      "WAKELOG_TRUST_PROXY",
      "Number of your proxies in front; the caller's address is counted from the right of X-Forwarded-For",
    ),
    aliases: choice("WAKELOG_ALIASES", "on", ["on", "off"], "Accept the names that existing software uses"),
    logFormat: choice("WAKELOG_LOG_FORMAT", "pretty", ["pretty", "json"], "Format of the log"),
    logLevel: choice("WAKELOG_LOG_LEVEL", "info", ["info", "debug"], "debug logs every request"),
  },
  accounts: {
    jwtSecret: secret(
      "WAKELOG_JWT_SECRET",
      "Signs tokens (HS256), at least 32 characters; generated in embedded mode",
    ),
    sessionHours: integer("WAKELOG_SESSION_HOURS", 1, [1, 8760], "Hours that people stay signed in"),
    signUp: choice(
      "WAKELOG_SIGN_UP",
      "on",
      ["on", "first", "off"],
      "Who may sign up: everyone, only the first person, or no one",
    ),
    passwordMinLength: integer("WAKELOG_PASSWORD_MIN_LENGTH", 8, [1, 512], "Shortest password accepted"),
    messengerOpen: choice(
      "WAKELOG_MESSENGER_OPEN",
      "false",
      ["true", "false"],
      "Let anyone request a messenger user's token",
    ),
  },
  limits: {
    rateLimits: choice(
      "WAKELOG_RATE_LIMITS",
      "on",
      ["on", "off"],
      "Limits on requests and sign-ups; those that protect codes always apply",
    ),
    bodyLimit: integer(
      "WAKELOG_BODY_LIMIT",
      33_554_432,
      [1024, 1_073_741_824],
      "Largest request body after decompression, bytes",
    ),
    rowLimit: integer("WAKELOG_ROW_LIMIT", 50_000, [1, 10_000_000], "Most rows in one POST"),
    maxRows: integer("WAKELOG_MAX_ROWS", 0, [0, 1_000_000], "Most rows in one answer; 0 is no limit"),
    boatDailyBytes: integer(
      "WAKELOG_BOAT_DAILY_BYTES",
      4_294_967_296,
      [1_048_576, Number.MAX_SAFE_INTEGER],
      "Most bytes a boat may store per day (UTC); 1 GB of GPX is about 3 GB of rows",
    ),
    boatMaxBytes: integer(
      "WAKELOG_BOAT_MAX_BYTES",
      68_719_476_736,
      [1_048_576, Number.MAX_SAFE_INTEGER],
      "Most bytes a boat may store in total",
    ),
    minFreeDiskBytes: integer(
      "WAKELOG_MIN_FREE_DISK_BYTES",
      1_000_000_000,
      [0, Number.MAX_SAFE_INTEGER],
      "Least free bytes on the embedded database's disk; below it, writes are refused",
    ),
  },
  logbook: {
    sogLimit: integer(
      "WAKELOG_SOG_LIMIT",
      40,
      [10, 200],
      "Rows with this speed over ground or more, in knots, are refused; raise it for fast craft",
    ),
    nominatimUrl: httpUrl(
      "WAKELOG_NOMINATIM_URL",
      "",
      "Nominatim server for names of moorages, which it learns the positions of; none when empty",
    ),
    overpassUrl: httpUrl(
      "WAKELOG_OVERPASS_URL",
      "",
      "Overpass server (the URL to post queries to) for harbours near moorages; none when empty",
    ),
  },
  messages: {
    smtpUrl: checked(
      "WAKELOG_SMTP_URL",
      null,
      (given) =>
        /^smtps?:\/\//.test(given) && URL.canParse(given)
          ? null
          : "must be a URL like smtp://user:password@host:587",
      {
        sentence: "Mail server, smtp://user:password@host:587; without it mail waits in the outbox",
        secret: true,
      },
    ),
    smtpPlainPassword: boolean(
      "WAKELOG_SMTP_PLAIN_PASSWORD",
      false,
      "Send the mail server's password unencrypted if it offers no encryption",
    ),
    mailFrom: mailbox("WAKELOG_MAIL_FROM", "wakelog@localhost", "Sender of mail, with a name or without"),
    pushUrl: text(
      "WAKELOG_PUSH_URL",
      "https://pushover.net/subscribe/wakelog",
      "Subscription page of the push service",
    ),
    pushToken: text("WAKELOG_PUSH_TOKEN", null, {
      sentence: "This service's token at the push service; without it no push messages are sent",
      secret: true,
    }),
    pushApiUrl: httpUrl(
      "WAKELOG_PUSH_API_URL",
      "https://api.pushover.net/1/messages.json",
      "Where push messages are posted",
    ),
    messengerToken: text("WAKELOG_MESSENGER_TOKEN", null, {
      sentence: "The chat bot's token; without it no chat messages are sent",
      secret: true,
    }),
    messengerApiUrl: httpUrl(
      "WAKELOG_MESSENGER_API_URL",
      "https://api.telegram.org",
      "Where the chat bot's messages are posted",
    ),
    messengerBot: choice(
      "WAKELOG_MESSENGER_BOT",
      "on",
      ["on", "off"],
      "Whether the chat bot answers; off if another program fetches the bot's messages",
    ),
    mqttUrl: checked(
      "WAKELOG_MQTT_URL",
      null,
      (given) =>
        /^(mqtts?|wss?):\/\//.test(given) && URL.canParse(given)
          ? null
          : "must be a URL like mqtt://user:password@host:1883",
      {
        sentence:
          "MQTT broker for the state and alerts of every boat, also for Home Assistant: mqtt://user:password@host:1883, or mqtts:// for TLS",
        secret: true,
      },
    ),
    privateWebhooks: choice(
      "WAKELOG_PRIVATE_WEBHOOKS",
      "false",
      ["true", "false"],
      "Post messages to private network addresses too, for users' own services",
    ),
  },
  backups: {
    backupDir: text(
      "WAKELOG_BACKUP_DIR",
      "",
      "Folder of backups; `backups` in the data directory when empty",
    ),
    backupAt: timeOfDay(
      "WAKELOG_BACKUP_AT",
      "Time of day (UTC) at which a backup is taken and verified, like 03:00",
    ),
    backupKeep: keeping(
      "WAKELOG_BACKUP_KEEP",
      "7d 5w 12m",
      "Scheduled backups to keep: the last of each of so many days, weeks and months",
    ),
    operatorMail: mailAddress(
      "WAKELOG_OPERATOR_MAIL",
      "Address mailed when a scheduled backup fails, through WAKELOG_SMTP_URL",
    ),
  },
} as const;
