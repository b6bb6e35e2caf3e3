import {
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { arrive } from "../routing/kept-scroll.ts";
import { currentVisit, followVisits, ShownVisit, type Visit, type Way } from "../routing/location.ts";
import { FailedPage } from "./failed-page.tsx";
import { type PageProps, type Route, routeAt } from "./routes.ts";

/** A page and its visit. */
interface Shown {
  readonly visit: Visit;
  readonly way: Way;
  /** Null for an unknown address. */
  readonly route: Route | null;
  /** Undefined while the first page loads. */
  readonly page: ReactNode;
}

/** Pages whose scripts have loaded. */
const loaded = new Map<Route, ComponentType<PageProps>>();

function atOnce(visit: Visit, way: Way): Shown {
  const found = routeAt(visit.pathname);
  if (found === null) return { visit, way, route: null, page: <NotFoundPage /> };
  const { route, props } = found;
  const Page = loaded.get(route);
  return { visit, way, route, page: Page === undefined ? undefined : <Page key={props.id} {...props} /> };
}

/**
 * Loads a page's script and its words.
 * @param fetchOthers adds the words of the pages that few visits begin with
 * @returns what to show then
 */
async function load(visit: Visit, way: Way, fetchOthers: () => Promise<void>): Promise<Shown> {
  const route = routeAt(visit.pathname)?.route;
  try {
    if (route !== undefined && !loaded.has(route)) {
      const [page] = await Promise.all([route.load(), route.first ? null : fetchOthers()]);
      loaded.set(route, page);
    }
    return atOnce(visit, way);
  } catch {
    reloadOnce();
    return { ...atOnce(visit, way), page: <FailedPage /> };
  }
}

/** A missing script may belong to an earlier release: reload once to get the new one. */
function reloadOnce(): void {
  const [began] = window.performance.getEntriesByType("navigation");
  if (began instanceof PerformanceNavigationTiming && began.type !== "reload") window.location.reload();
}

/** Starts loading the first page before anything is rendered. Resolves when it has loaded or failed. */
export async function loadFirstPage(fetchOthers: () => Promise<void>): Promise<void> {
  await load(currentVisit(), "pop", fetchOthers);
}

const ShownPage = createContext<Pick<Shown, "route" | "page">>({ route: null, page: undefined });

/** The current page and its route. */
export function useShown(): Pick<Shown, "route" | "page"> {
  return use(ShownPage);
}

interface RouterProps {
  /** Adds the words of the pages that few visits begin with. */
  readonly fetchOthers: () => Promise<void>;
  readonly children: ReactNode;
}

/** Follows the address; the old page stays until the new one has loaded. */
export function Router({ fetchOthers, children }: RouterProps) {
  const [shown, setShown] = useState(() => atOnce(currentVisit(), "pop"));
  useEffect(() => {
    const go = (way: Way) => {
      const visit = currentVisit();
      const show = (next: Shown) => startTransition(() => setShown(next));
      const next = atOnce(visit, way);
      if (next.page !== undefined) show(next);
      else void load(visit, way, fetchOthers).then((one) => visit === currentVisit() && show(one));
    };
    go("pop");
    return followVisits(go);
  }, [fetchOthers]);
  const { visit, way } = shown;
  useLayoutEffect(() => arrive(visit, way), [visit, way]);
  return (
    <ShownVisit value={visit}>
      <ShownPage value={shown}>{children}</ShownPage>
    </ShownVisit>
  );
}
