import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { navigate } from "../../routing/location.ts";
import * as paths from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";

/** A page that needs a boat: its title, and what will be there. */
interface Promised {
  readonly title: MessageDescriptor;
  readonly icon: IconName;
  readonly words: MessageDescriptor;
}

const LOGBOOK: Promised = {
  title: msg`Logbook`,
  icon: "logs",
  words: msg`Every trip becomes a log by itself, with its track, distance and wind.`,
};
const STAYS: Promised = {
  title: msg`Stays`,
  icon: "anchor",
  words: msg`A stay begins whenever the boat stops for a while: at anchor, on a mooring buoy or at a dock.`,
};
const MOORAGES: Promised = {
  title: msg`Moorages`,
  icon: "pin",
  words: msg`Every harbour, buoy and anchorage where the boat has stayed appears here.`,
};

/** The pages that need a boat, by path. */
const PROMISED: Readonly<Record<string, Promised>> = {
  [paths.NOW_PATH]: {
    title: msg`Now`,
    icon: "boat",
    words: msg`As soon as the boat is connected and switched on, its values appear here.`,
  },
  [paths.LOGS_PATH]: LOGBOOK,
  [paths.logPath("$id")]: LOGBOOK,
  [paths.TRACKS_PATH]: {
    title: msg`All tracks`,
    icon: "logs",
    words: msg`Every track that the boat has sailed appears here, on one chart.`,
  },
  [paths.TIMELAPSE_PATH]: {
    title: msg`Time-lapse`,
    icon: "play",
    words: msg`After the first trip you can watch the boat sail it again, days in a minute.`,
  },
  [paths.STAYS_PATH]: STAYS,
  [paths.stayPath("$id")]: STAYS,
  [paths.MOORAGES_PATH]: MOORAGES,
  [paths.mooragePath("$id")]: MOORAGES,
  [paths.MONITORING_PATH]: {
    title: msg`Monitoring`,
    icon: "gauge",
    words: msg`As soon as the boat is connected and switched on, its values appear here.`,
  },
  [paths.ALERTS_PATH]: {
    title: msg`Alerts`,
    icon: "alert",
    words: msg`Anything wrong on board is shown here, and you get a message.`,
  },
  [paths.WATCH_PATH]: {
    title: msg`Night watch`,
    icon: "anchor",
    words: msg`At anchor this page shows all night how far the boat is from her anchor, and sounds when she drags.`,
  },
  [paths.STATISTICS_PATH]: {
    title: msg`Statistics`,
    icon: "statistics",
    words: msg`Totals, records and badges come with the first log.`,
  },
  [paths.REVIEW_PATH]: {
    title: msg`Review`,
    icon: "check",
    words: msg`Logs that begin or end in a silence, and passages of which nothing was recorded, wait here until you say what they were.`,
  },
  [paths.EVENTS_PATH]: {
    title: msg`Event log`,
    icon: "list",
    words: msg`Departures and arrivals, alerts, silences and their ends appear here.`,
  },
  [paths.IMPORT_PATH]: {
    title: msg`Import`,
    icon: "import",
    words: msg`What was recorded elsewhere becomes logs, as if the boat had been here.`,
  },
};

/** Whether the page of a route needs a boat. */
export function needsBoat(path: string): boolean {
  return path in PROMISED;
}

/** Stands in for a page that needs a boat: says what will be there. The first page leads to the first steps. */
export function BeforeBoat({ path }: { readonly path: string }) {
  const { t } = useLingui();
  const isFirst = path === paths.NOW_PATH;
  useEffect(() => {
    if (isFirst) navigate(paths.START_PATH, "replace");
  }, [isFirst]);
  const promised = PROMISED[path];
  if (isFirst || promised === undefined) return null;
  return (
    <Page title={t(promised.title)}>
      <Empty icon={promised.icon} title={t`Nothing here yet`}>
        <p>{t(promised.words)}</p>
        <ButtonLink to={paths.START_PATH}>
          <Trans>First steps</Trans>
        </ButtonLink>
      </Empty>
    </Page>
  );
}
