import { useLingui } from "@lingui/react/macro";
import { useQueryWords } from "../../routing/location.ts";
import { Tabs } from "../../ui/choices/tabs.tsx";
import { Page } from "../../ui/page/page.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EventList } from "./event-list.tsx";
import { readEvents, writeEvents } from "./events-shown.ts";
import "../../ui/page/rows.css";
import "./events-page.css";

/** Events, and messages about them. */
export function EventsPage() {
  const { t } = useLingui();
  const [shown, show] = useQueryWords(readEvents, writeEvents);
  return (
    <Page title={t`Event log`} sub={t`What happened, and what you were told of it`}>
      <div className="events">
        <Tabs
          label={t`Event log`}
          shown={shown.view}
          onShow={(view) => show({ view, group: null, kind: null, page: 1 })}
          sheets={[
            { id: "happened", words: t`What happened`, content: <EventList shown={shown} onShow={show} /> },
            { id: "told", words: t`Messages`, content: <DeliveryList shown={shown} onShow={show} /> },
          ]}
        />
      </div>
    </Page>
  );
}
