import { Link } from "../routing/link.tsx";
import { NOW_PATH } from "../routing/paths.ts";
import { Empty } from "../ui/page/empty.tsx";
import { Page } from "../ui/page/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="Off the chart">
      <Empty icon="now" title="There is no page at this address">
        <Link to={NOW_PATH}>Go to your boat</Link>
      </Empty>
    </Page>
  );
}
