import { useLive } from "../../queries/use-live.ts";
import { useQueryWords } from "../../routing/location.ts";
import { HistoryView } from "./history-view.tsx";
import { readMonitoringView, writeMonitoringView } from "./looked-at.ts";
import { Measurements } from "./measurements.tsx";
import "./monitoring-page.css";

/** Poll interval while no events arrive. */
const REFRESH_SECONDS = 60;

/** All measurements with their history. */
export function MonitoringPage() {
  const live = useLive();
  const [view, look] = useQueryWords(readMonitoringView, writeMonitoringView);
  const { key, span } = view;
  return key === null ? (
    <Measurements refreshSeconds={live ? null : REFRESH_SECONDS} />
  ) : (
    <HistoryView key={key} measured={key} span={span} onSpan={(next) => look({ key, span: next })} />
  );
}
