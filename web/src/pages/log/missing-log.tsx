import { activeLogQuestion } from "../../api/logs/active-log.ts";
import { useDisplay } from "../../preferences/display.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { NOW_PATH } from "../../routing/paths.ts";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatInstant } from "../../units/instant.ts";
import { BackToLogbook } from "./back-to-logbook.tsx";
import { NewestEditsCard } from "./newest-edits-card.tsx";

/** A log that cannot be shown: the boat is still writing it, or there is none. */
export function MissingLog({ id }: { readonly id: number }) {
  const { clock } = useDisplay();
  const { value: active } = useAnswer(activeLogQuestion, 60);
  if (active === undefined) {
    return (
      <Page title={`Log ${id}`} sub="…" before={<BackToLogbook />}>
        <Skeleton height="14rem" />
      </Page>
    );
  }
  if (active?.id !== id) {
    return (
      <Page title={`Log ${id}`} before={<BackToLogbook />}>
        <Empty icon="logs" title={`There is no log ${id}`}>
          <p>It may have been deleted or joined with another, or belong to another boat.</p>
        </Empty>
        <NewestEditsCard span={null} />
      </Page>
    );
  }
  return (
    <Page
      title={active.from === null ? "Under way" : `Under way from ${active.from}`}
      sub={active.started === null ? undefined : `Since ${formatInstant(active.started, clock)}`}
      before={<BackToLogbook />}
    >
      <Empty icon="boat" title="The boat is still under way">
        <p>The track and the numbers appear once it has arrived. Until then, see where it is.</p>
        <Link to={NOW_PATH}>Where the boat is now</Link>
      </Empty>
    </Page>
  );
}
