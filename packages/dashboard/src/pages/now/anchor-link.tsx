import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { armAnchorWatch } from "../../api/alerts/anchor-watch.ts";
import type { AnchorWatch } from "../../features/alerts/anchor-watch.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { type Display, useDisplay } from "../../preferences/display.tsx";
import { refetchAll } from "../../queries/answers.ts";
import { useCommand } from "../../queries/use-command.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { WATCH_PATH } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { sinceIn } from "../../units/instant.ts";
import { spoken } from "../../units/quantity.ts";
import type { BoatState } from "./words/head-line.ts";

const PLAIN = msg({ id: "Anchor watch" });
const ARMED = msg({
  id: "Anchor watch: {distance} of {radius}{when, select, time {, since {since}} day {, since {since}} date {, since {since}} other {}}",
});
const BLIND = msg({
  id: "Anchor watch: no position{when, select, time {, since {since}} day {, since {since}} date {, since {since}} other {}}",
});

/** The anchor watch in words: how far the boat is from its anchor, of how much. */
function wordsOf({ circle, armed }: AnchorWatch, metres: number | null, now: Date, display: Display): string {
  const words = (value: number) => spoken(quantityOf("length", value, display));
  const when = sinceIn(armed, now, display);
  return metres === null
    ? display.i18n._(BLIND.id, when)
    : display.i18n._(ARMED.id, { ...when, distance: words(metres), radius: words(circle.radius) });
}

/** The way to the anchor watch, and what it says; arms it with one touch if the boat is at anchor without one. */
export function AnchorLink({
  watch,
  state,
}: {
  readonly watch: AnchorWatch | null;
  readonly state: BoatState | undefined;
}) {
  const display = useDisplay();
  const now = useNow();
  const arm = useCommand(armAnchorWatch);
  const isAnchored = state?.doing.kind === "lying" && state.doing.stayCode === 2;
  const distance = state?.watch?.distance ?? null;
  return (
    <>
      <div className="now__anchor">
        <Link to={WATCH_PATH} className="now__doing">
          <Icon name="anchor" />
          <span>{watch === null ? display.i18n._(PLAIN) : wordsOf(watch, distance, now, display)}</span>
        </Link>
        {watch === null && isAnchored ? (
          <Button
            icon="anchor"
            busy={arm.running}
            onClick={() => void arm.run(null, null).then((succeeded) => succeeded && refetchAll())}
          >
            <Trans>Arm anchor watch</Trans>
          </Button>
        ) : null}
      </div>
      {arm.problem === null ? null : <ProblemNotice problem={arm.problem} />}
    </>
  );
}
