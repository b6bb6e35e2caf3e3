import { Suspense, useEffect, useRef } from "react";
import { useHasBoat } from "../features/boat/use-has-boat.ts";
import { forgetAnswers } from "../queries/answers.ts";
import { navigate, useLocation } from "../routing/location.ts";
import { signInPath } from "../routing/paths.ts";
import { lastEmail, sessionEnd } from "../session/token.ts";
import { useToken } from "../session/use-token.ts";
import { Boundary } from "../ui/page/boundary.tsx";
import { Skeleton } from "../ui/page/skeleton.tsx";
import { BeforeBoat, needsBoat } from "./boat/before-boat.tsx";
import { FailedPage } from "./failed-page.tsx";
import { Frame } from "./frame.tsx";
import { OpenFrame } from "./open-frame.tsx";
import { useShown } from "./router.tsx";

/** The dashboard: the current page in its frame. */
export function App() {
  const location = useLocation();
  const token = useToken();
  const { route, page } = useShown();
  const hasBoat = useHasBoat();
  // An unknown address has no access rules.
  const alone = route?.open;
  // A night watch must not end in silence: it says itself that its session has expired.
  const outlives = route?.whole === true && sessionEnd() === "expired";
  const refused = token === null && alone === false && !outlives;

  useEffect(() => {
    if (refused) navigate(signInPath(location), "replace");
  }, [refused, location]);

  // Also when the session ended in another tab. Responses to strangers belong to no account.
  const signedIn = useRef(token !== null);
  useEffect(() => {
    if (token === null && signedIn.current) forgetAnswers();
    signedIn.current = token !== null;
  }, [token]);

  if (refused) return null;
  const waiting = <Skeleton height="20rem" />;
  const waits = token !== null && route !== null && hasBoat !== true && needsBoat(route.path);
  const allowed = !waits ? page : hasBoat === false ? <BeforeBoat path={route.path} /> : waiting;
  const content = (
    <Boundary subject={location} fallback={<FailedPage />}>
      <Suspense fallback={waiting}>{allowed ?? waiting}</Suspense>
    </Boundary>
  );
  if (route?.whole === true) return <main key={lastEmail()}>{content}</main>;
  if (token === null || alone === true) return <OpenFrame>{content}</OpenFrame>;
  // Keyed by user: after a sign-in in another tab, no state of the previous user remains.
  return <Frame key={lastEmail()}>{content}</Frame>;
}
