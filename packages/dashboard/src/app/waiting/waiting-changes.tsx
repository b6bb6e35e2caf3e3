import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { problemWords } from "../../api/sentence.ts";
import { type Change, newKey } from "../../offline/change.ts";
import { useDraftsAreKept } from "../../offline/draft.ts";
import { discardChange, resendChange, useWaitingChanges } from "../../offline/outbox.ts";
import { useSentences } from "../../preferences/display.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { formatInstant } from "../../units/instant.ts";
import { StaleChange } from "./stale-change.tsx";
import "./waiting-changes.css";

/** Changes made offline: how many are queued, and which the server refused. */
export function WaitingChanges() {
  const { t } = useLingui();
  const changes = useWaitingChanges();
  const waiting = changes.filter(({ refused }) => refused === null).length;
  const keepsDrafts = useDraftsAreKept();
  const title = t`${plural(waiting, { one: "# change waiting", other: "# changes waiting" })}`;
  return (
    <>
      {keepsDrafts ? null : (
        <Notice tone="warn" icon="alert" title={t`What you type cannot be kept on this device`}>
          <p className="notice__more">
            <Trans>The browser stores nothing, or is full. Save before you leave the page.</Trans>
          </p>
        </Notice>
      )}
      {waiting === 0 ? null : (
        <Notice tone="plain" icon="clock" title={title} name={title}>
          <p className="notice__more">
            <Trans>Kept on this device, and sent when the server can be reached.</Trans>
          </p>
        </Notice>
      )}
      {changes.map((change) => {
        const { n, refused } = change;
        if (refused === null) return null;
        return refused.stale === null || refused.stale.stored === null ? (
          <Suspense key={n} fallback={null}>
            <RefusedChange change={change} />
          </Suspense>
        ) : (
          <StaleChange key={n} change={change} stored={refused.stale.stored} />
        );
      })}
    </>
  );
}

function RefusedChange({ change }: { readonly change: Change }) {
  const { t } = useLingui();
  const display = useSentences();
  const made = formatInstant(new Date(change.made), display);
  const text = textOf(change);
  return (
    <Notice tone="warn" icon="alert" title={t`A change of ${made} was not taken`}>
      <p className="notice__more">{change.refused === null ? null : problemWords(change.refused, display)}</p>
      {text === "" ? null : <blockquote className="waiting-changes__text">{text}</blockquote>}
      <div className="notice__action">
        <Button kind="quiet" onClick={() => void resendChange(change, newKey())}>
          <Trans>Try again</Trans>
        </Button>
        <Button kind="quiet" onClick={() => void discardChange(change)}>
          <Trans>Discard it</Trans>
        </Button>
      </div>
    </Notice>
  );
}

/** The text of a change, so that none is lost. */
function textOf({ body, picture }: Change): string {
  const values: unknown = body === null || picture !== null ? null : JSON.parse(body);
  if (typeof values !== "object" || values === null) return "";
  return Object.values(values)
    .filter((value) => typeof value === "string")
    .join("\n");
}
