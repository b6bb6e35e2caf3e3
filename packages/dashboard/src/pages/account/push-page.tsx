import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { linkPush, type PushSubscription } from "../../api/account/link-push.ts";
import { useCommand } from "../../queries/use-command.ts";
import { SETTINGS_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";

/** The subscription in this page's query; null if the push service sent no key. */
function subscriptionInAddress(): PushSubscription | null {
  const query = new URLSearchParams(window.location.search);
  const [code, userKey] = [query.get("token") ?? "", query.get("pushover_user_key") ?? ""];
  return code === "" || userKey === "" ? null : { code, userKey };
}

function NotLinked({ title }: { readonly title: string }) {
  return (
    <Notice tone="bad" icon="alert" title={title}>
      <p className="notice__more">
        <Trans>Nothing was changed. Please subscribe again.</Trans>
      </p>
    </Notice>
  );
}

function Linking({ subscription }: { readonly subscription: PushSubscription }) {
  const { t } = useLingui();
  const [linked, setLinked] = useState<boolean | null>(null);
  const started = useRef(false);
  const { run, running, problem } = useCommand(async () => setLinked(await linkPush(subscription)), false);

  useEffect(() => {
    // The code works only once: do not send it twice.
    if (started.current) return;
    started.current = true;
    void run();
  }, [run]);

  if (problem !== null && !running) return <ProblemNotice problem={problem} onRetry={() => void run()} />;
  if (linked === null) return <Skeleton height="6rem" />;
  if (!linked) return <NotLinked title={t`This link was already used or is older than 15 minutes`} />;
  return (
    <Notice tone="good" icon="check" title={t`Your phone is linked`}>
      <p className="notice__more">
        <Trans>From now on, messages about logs and alarms go there too.</Trans>
      </p>
    </Notice>
  );
}

/** The return page of the push service: stores the push key for the account. */
export function PushPage() {
  const { t } = useLingui();
  const [subscription] = useState(subscriptionInAddress);
  return (
    <Page title={t`Phone notifications`}>
      {subscription === null ? (
        <NotLinked title={t`This link is not complete`} />
      ) : (
        <Linking subscription={subscription} />
      )}
      <p>
        <ButtonLink kind="quiet" to={SETTINGS_PATH}>
          <Trans>Go to the settings</Trans>
        </ButtonLink>
      </p>
    </Page>
  );
}
