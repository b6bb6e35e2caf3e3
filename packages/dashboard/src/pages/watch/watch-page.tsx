import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { disarmAnchorWatch } from "../../api/alerts/anchor-watch.ts";
import { acknowledgeAlert, snoozeAlert } from "../../api/alerts/answer-alerts.ts";
import { OfflineNotice } from "../../features/offline/offline-notice.tsx";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAccountDisplay } from "../../preferences/use-account-display.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useCommand } from "../../queries/use-command.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { NOW_PATH } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds } from "../../units/freshness.ts";
import { formatTimeWithZone } from "../../units/instant.ts";
import { spoken } from "../../units/quantity.ts";
import { AlarmWords, Readiness } from "./alarm-words.tsx";
import { ArmHere } from "./arm-here.tsx";
import { useAlarmSound } from "./use-alarm-sound.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import { type NightWatch, useWatch } from "./use-watch.ts";
import { WatchRing } from "./watch-ring.tsx";
import { isCalm, SILENCE_MS, soundsIn, standingIn } from "./watch-state.ts";
import { useWorstSince } from "./worst-since.ts";
import "./watch-page.css";

/** The boat's distance from her anchor, as large as it fits, and how it was since arming. */
function Seen({ night }: { readonly night: NightWatch }) {
  const { t } = useLingui();
  const display = useDisplay();
  const now = useNow();
  const { watch, wake, state } = night;
  const armed = watch?.armed ?? null;
  const worst = useWorstSince(armed);
  const trail = useMemo(
    () => (wake ?? []).filter(({ time }) => armed === null || time >= armed),
    [wake, armed],
  );
  if (watch == null) return null;
  const place = wake?.at(-1);
  const words = (measure: "length" | "speed" | "depth", value: number | null) =>
    value === null ? "–" : spoken(quantityOf(measure, value, display));
  const { figure, unit } = quantityOf("length", state.seen.metres, display);
  const [distance, radius] = [words("length", state.seen.metres), words("length", watch.circle.radius)];
  const time = armed === null ? "" : formatTimeWithZone(armed, display);
  return (
    <>
      <p className={figure.length > 3 ? "watch__distance watch__distance--long" : "watch__distance"}>
        {figure}
        <span className="watch__unit">{unit}</span>
      </p>
      <p className="watch__of">{armed === null ? t`of ${radius}` : t`of ${radius}, since ${time}`}</p>
      <WatchRing
        watch={watch}
        trail={trail}
        place={place}
        label={t`The boat is ${distance} from its anchor, of ${radius}`}
      />
      <dl className="watch__figures">
        <div>
          <dt>
            <Trans>Worst wind</Trans>
          </dt>
          <dd>{words("speed", worst.wind)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Least depth</Trans>
          </dt>
          <dd>{words("depth", worst.depth)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Position</Trans>
          </dt>
          <dd>{place === undefined ? "–" : formatAge(ageSeconds(place.time, now), display)}</dd>
        </div>
      </dl>
    </>
  );
}

/** Buttons as large as a thumb. */
function Actions({ night }: { readonly night: NightWatch }) {
  const { t } = useLingui();
  const acknowledge = useCommand(acknowledgeAlert);
  const snooze = useCommand(snoozeAlert);
  const disarm = useCommand(disarmAnchorWatch);
  const { state, report, alerts, watch } = night;
  const open = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  const problem = acknowledge.problem ?? snooze.problem ?? disarm.problem;
  const each = async (run: (id: number) => Promise<boolean>) => {
    for (const { id } of open) await run(id);
    refetchAll();
  };
  return (
    <div className="watch__actions">
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <Button
        disabled={isCalm(state)}
        onClick={() => {
          report({ kind: "acknowledged" });
          void each(acknowledge.run);
        }}
      >
        <Trans>Acknowledge</Trans>
      </Button>
      <Button
        kind="quiet"
        disabled={standingIn(state).length === 0}
        onClick={() => {
          report({ kind: "silenced" });
          void each((id) => snooze.run(id, SILENCE_MS / 60_000));
        }}
      >
        <Trans>Silence</Trans>
      </Button>
      <ConfirmButton
        words={t`Disarm`}
        question={t`Then no device sounds if the anchor drags.`}
        busy={disarm.running}
        disabled={watch == null}
        onConfirm={() =>
          disarm.run().then((succeeded) => {
            if (!succeeded) return;
            report({ kind: "disarmed" });
            refetchAll();
          })
        }
      />
    </div>
  );
}

/** The anchor watch full screen, red on black, for the night. */
export function WatchPage() {
  const { t } = useLingui();
  useAccountDisplay();
  const night = useWatch();
  const sound = useAlarmSound(soundsIn(night.state));
  const screen = useWakeLock();
  const isArmed = night.state.seen.watch !== null;
  return (
    <div className="watch" data-theme="night">
      <Page
        title={t`Night watch`}
        before={
          <Link to={NOW_PATH} className="watch__back">
            <Icon name="back" size={20} />
            <Trans>Now</Trans>
          </Link>
        }
      >
        <section className="watch__screen" aria-label={t({ id: "Anchor watch" })}>
          <OfflineNotice />
          <AlarmWords night={night} />
          {isArmed ? <Seen night={night} /> : <ArmHere night={night} />}
          <Readiness sound={sound} screen={screen} />
          <Actions night={night} />
        </section>
      </Page>
    </div>
  );
}
