/** Words of alert messages. */
import type { AlertFacts, Stage } from "./facts.ts";
import type { I18n } from "./i18n.ts";

/** An alert's stage, subject and sentence. */
export function alertWords(i18n: I18n) {
  return { headed, staged, sentenceOf };

  function staged(stage: Stage, what: string): string {
    switch (stage) {
      case "raised":
        return what;
      case "repeated":
        return i18n._("Still: {what}", { what });
      case "escalated":
        return i18n._("Not acknowledged: {what}", { what });
      case "cleared":
        return i18n._("Over: {what}", { what });
    }
  }

  function headed(boat: string, { rule, value }: AlertFacts): string {
    return value === null
      ? i18n._("{boat}: {rule}", { boat, rule })
      : i18n._("{boat}: {rule} ({value})", { boat, rule, value });
  }

  function sentenceOf(boat: string, alert: AlertFacts): string {
    const { rule, since, until, place } = alert;
    const time =
      until === null
        ? i18n._("since {since}", { since })
        : i18n._("from {since} to {until}", { since, until });
    const when = place === null ? time : i18n._("{time}, at {place}", { time, place });
    return i18n._("{rule} on {boat}: {observed}, {when}.", { rule, boat, observed: observed(alert), when });
  }

  function observed({ condition, said, value, threshold }: AlertFacts): string {
    const measured = value === null ? "" : `${value}, `;
    const limit = threshold ?? i18n._("its limit");
    switch (condition) {
      case "below":
        return `${measured}${i18n._("below {limit}", { limit })}`;
      case "above":
        return `${measured}${i18n._("above {limit}", { limit })}`;
      case "outside":
        return `${measured}${i18n._("beyond {limits}", { limits: threshold ?? i18n._("its limits") })}`;
      case "silent":
        return value === null ? i18n._("no new value") : i18n._("no new value for {value}", { value });
      case "offline":
        return value === null ? i18n._("not heard from") : i18n._("not heard from for {value}", { value });
      case "drag": {
        const circle =
          threshold === null
            ? i18n._("outside the circle")
            : i18n._("outside the circle of {threshold}", { threshold });
        return value === null ? circle : i18n._("{value} from the anchor, {circle}", { value, circle });
      }
      case "leave":
        return i18n._("it has left its area");
      case "enter":
        return i18n._("it has entered the area");
      case "boat":
        return said ?? i18n._("alarm on board");
    }
  }
}
