import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Icon } from "../../ui/icon.tsx";
import type { Sound } from "./use-alarm-sound.ts";
import type { NightWatch } from "./use-watch.ts";
import { CAUSES, type Cause, standingIn } from "./watch-state.ts";

/** While the cause is there. */
const NOW: Readonly<Record<Cause, MessageDescriptor>> = {
  far: msg`The boat is far outside the ring.`,
  drag: msg`The boat is outside the ring.`,
  ended: msg`The anchor watch has ended.`,
  position: msg`The position is old.`,
  link: msg`No connection to the boat's server.`,
};
/** Once it has gone, unanswered. */
const BEFORE: Readonly<Record<Cause, MessageDescriptor>> = {
  far: msg`The boat was far outside the ring.`,
  drag: msg`The boat was outside the ring.`,
  ended: NOW.ended,
  position: msg`The position was old.`,
  link: msg`The connection to the boat's server was lost.`,
};

/** What is wrong, in words: alarms that are unanswered, and answered ones whose cause is still there. */
export function AlarmWords({ night }: { readonly night: NightWatch }) {
  const { t } = useLingui();
  const { state, isLinked } = night;
  const { causes } = state;
  const stands = standingIn(state).length > 0;
  const isShown = (cause: Cause) =>
    causes[cause].latched || causes[cause].holds || (cause === "link" && !isLinked);
  const isNow = (cause: Cause) => causes[cause].holds || (cause === "link" && !isLinked);
  const shown = CAUSES.filter(isShown).filter((cause) => cause !== "drag" || !isShown("far"));
  return (
    <div className={stands ? "watch__alarm watch__alarm--stands" : "watch__alarm"} role="alert">
      {shown.length === 0 ? null : (
        <>
          <Icon name="alert" size={24} />
          <p>
            {stands ? (
              <strong>
                <Trans>Alarm</Trans>{" "}
              </strong>
            ) : null}
            {shown.map((cause) => t(isNow(cause) ? NOW[cause] : BEFORE[cause])).join(" ")}
          </p>
        </>
      )}
    </div>
  );
}

/** Whether the alarm can be heard and the screen stays on, as far as it cannot. */
export function Readiness({ sound, isAwake }: { readonly sound: Sound; readonly isAwake: boolean | null }) {
  return (
    <div className="watch__readiness">
      {sound === "unable" ? (
        <p>
          <Trans>This browser cannot sound the alarm.</Trans>
        </p>
      ) : sound === "needs-touch" ? (
        <p>
          <Trans>Touch the screen once to allow the alarm to sound.</Trans>
        </p>
      ) : null}
      {isAwake === false ? (
        <p>
          <Trans>This browser cannot keep the screen on.</Trans>
        </p>
      ) : null}
    </div>
  );
}
