import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { farthestFrom } from "../../map/boat/farthest.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { signInPath, WATCH_PATH } from "../../routing/paths.ts";
import { expiryOf } from "../../session/token.ts";
import { useToken } from "../../session/use-token.ts";
import { Icon } from "../../ui/icon.tsx";
import { formatShortInstants, formatTimeWithZone } from "../../units/instant.ts";
import { spoken } from "../../units/quantity.ts";
import type { Sound } from "./use-alarm-sound.ts";
import type { Screen } from "./use-wake-lock.ts";
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

/** When the browser had stopped the page, and how far the boat went meanwhile. */
function Missed({ night }: { readonly night: NightWatch }) {
  const display = useDisplay();
  const { sleep } = night.state;
  if (sleep === null) return null;
  const [from, until] = [new Date(sleep.from), new Date(sleep.until)];
  const span = formatShortInstants(from, until, display);
  const circle = night.watch?.circle ?? null;
  const passed = (night.wake ?? []).filter(({ time }) => time >= from && time <= until);
  const farthest = circle === null ? null : farthestFrom(circle, passed);
  const words = (metres: number) => spoken(quantityOf("length", metres, display));
  if (farthest === null || circle === null) {
    return (
      <p>
        <Trans>The browser stopped this page. Not watched: {span}.</Trans>
      </p>
    );
  }
  const [distance, radius] = [words(farthest.metres), words(circle.radius)];
  return (
    <p>
      <Trans>
        The browser stopped this page. Not watched: {span}. Farthest meanwhile: {distance} of {radius}.
      </Trans>
    </p>
  );
}

/** What is wrong, in words: alarms that are unanswered, and answered ones whose cause is still there. */
export function AlarmWords({ night }: { readonly night: NightWatch }) {
  const { t } = useLingui();
  const { state, isLinked } = night;
  const { causes } = state;
  const stands = standingIn(state).length > 0;
  const isNow = (cause: Cause) => causes[cause].holds || (cause === "link" && !isLinked);
  const isShown = (cause: Cause) => causes[cause].latched || isNow(cause);
  const shown = CAUSES.filter(isShown).filter((cause) => cause !== "drag" || !isShown("far"));
  return (
    <div className={stands ? "watch__alarm watch__alarm--stands" : "watch__alarm"} role="alert">
      {shown.length === 0 && state.sleep === null ? null : (
        <>
          <Icon name="alert" size={24} />
          <div className="watch__causes">
            {stands ? (
              <strong>
                <Trans>Alarm</Trans>
              </strong>
            ) : null}
            {shown.map((cause) => (
              <p key={cause}>{t(isNow(cause) ? NOW[cause] : BEFORE[cause])}</p>
            ))}
            <Missed night={night} />
          </div>
        </>
      )}
    </div>
  );
}

const SOUND_WORDS: Readonly<Record<Sound, MessageDescriptor | null>> = {
  ready: null,
  "needs-touch": msg`Touch the screen once to allow the alarm to sound.`,
  unable: msg`This browser cannot sound the alarm.`,
};
const SCREEN_WORDS: Readonly<Record<Screen, MessageDescriptor | null>> = {
  on: null,
  refused: msg`The browser does not keep the screen on now, perhaps to save the battery. Charge the device, or touch the screen.`,
  unable: msg`This browser cannot keep the screen on. Switch off the screen lock of this device for the night.`,
};

/** A session that lasts longer lasts the night. */
const NIGHT_MS = 12 * 3_600_000;

/** That the session ends before the night does, or has ended. */
function Session() {
  const display = useDisplay();
  const now = useNow();
  const token = useToken();
  const expiry = expiryOf(token);
  if (token === null) {
    return (
      <p>
        <Trans>
          You are signed out: this page no longer watches the boat.{" "}
          <Link to={signInPath(WATCH_PATH)}>Sign in</Link>
        </Trans>
      </p>
    );
  }
  if (expiry === null || +expiry - +now > NIGHT_MS) return null;
  const time = formatTimeWithZone(expiry, display);
  return (
    <p>
      <Trans>Your session ends at {time}: then this page sounds, and watches no longer.</Trans>
    </p>
  );
}

/** Whether the alarm can be heard, the screen stays on and the session lasts, as far as they do not. */
export function Readiness({ sound, screen }: { readonly sound: Sound; readonly screen: Screen | null }) {
  const { t } = useLingui();
  const faults = [SOUND_WORDS[sound], screen === null ? null : SCREEN_WORDS[screen]];
  return (
    <div className="watch__readiness">
      {faults.map((words) => (words === null ? null : <p key={words.id}>{t(words)}</p>))}
      <Session />
    </div>
  );
}
