import { useLingui } from "@lingui/react/macro";
import { useDisplay } from "../../../preferences/display.tsx";
import { useNow } from "../../../queries/use-now.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { type BoatState, type HeadLine, headLine } from "./head-line.ts";
import "./boat-words.css";

const ICONS: Readonly<Record<HeadLine["tone"], IconName>> = {
  good: "check",
  warn: "alert",
  bad: "alert",
  plain: "boat",
};

/** The head line: how the boat is, in words. Undefined while loading, in the room of the usual words. */
export function BoatWords({ state }: { readonly state: BoatState | undefined }) {
  const { t } = useLingui();
  const display = useDisplay();
  const now = useNow();
  const line = state === undefined ? null : headLine(state, now, display);
  return (
    // Its ages change each minute: only another verdict is announced.
    <div
      className={`boat-words boat-words--${line?.tone ?? "plain"}`}
      role="status"
      aria-live="off"
      aria-label={t`Boat`}
    >
      {line === null ? (
        <p className="boat-words__waiting" aria-hidden="true" />
      ) : (
        <>
          <Icon name={ICONS[line.tone]} size={28} />
          <div className="boat-words__lines">
            <p className="boat-words__verdict" aria-live="polite">
              {line.verdict.join(" ")}
            </p>{" "}
            <p>{line.more.join(" ")}</p>
          </div>
        </>
      )}
    </div>
  );
}
