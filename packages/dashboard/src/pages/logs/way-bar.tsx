import { useLingui } from "@lingui/react/macro";
import { useDisplay } from "../../preferences/display.tsx";
import { percent, spoken } from "../../units/quantity.ts";

interface WayBarProps {
  readonly sailingNm: number | null;
  readonly motoringNm: number | null;
  readonly wholeNm: number | null;
}

/** Distance under sail and under engine, as a bar and in words. */
export function WayBar({ sailingNm, motoringNm, wholeNm }: WayBarProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const whole = Math.max(wholeNm ?? 0, (sailingNm ?? 0) + (motoringNm ?? 0));
  if (whole === 0 || (sailingNm === null && motoringNm === null)) return <span className="way-bar" />;
  const [sail, motor] = [(sailingNm ?? 0) / whole, (motoringNm ?? 0) / whole];
  const [sailWords, motorWords] = [spoken(percent(sail, display)), spoken(percent(motor, display))];
  const words =
    sail === 0
      ? t`${motorWords} engine`
      : motor === 0
        ? t`${sailWords} sail`
        : t`${sailWords} sail, ${motorWords} engine`;
  return (
    <span className="way-bar">
      <span className="way-bar__line" aria-hidden="true">
        <span className="way-bar__sail" style={{ flexGrow: sail }} />
        <span className="way-bar__motor" style={{ flexGrow: motor }} />
        <span style={{ flexGrow: Math.max(0, 1 - sail - motor) }} />
      </span>
      <span className="way-bar__words">{words}</span>
    </span>
  );
}
