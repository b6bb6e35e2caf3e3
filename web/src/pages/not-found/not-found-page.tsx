import { Link } from "../../routing/link.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="Off the chart">
      <Empty icon="now" title="There is no page at this address">
        <Link to="/">Go to your boat</Link>
      </Empty>
    </Page>
  );
}
