import { Suspense, useEffect } from "react";
import { forgetAnswers } from "../queries/answers.ts";
import { navigate, useLocation } from "../routing/location.ts";
import { NOW_PATH, signInPath } from "../routing/paths.ts";
import { useToken } from "../session/token.ts";
import { Boundary } from "../ui/page/boundary.tsx";
import { Skeleton } from "../ui/page/skeleton.tsx";
import { FailedPage } from "./failed-page.tsx";
import { Frame } from "./frame.tsx";
import { OpenFrame } from "./open-frame.tsx";
import { routeOf } from "./routes.tsx";

/** The dashboard: the page of the address, in the frame that fits it. */
export function App() {
  const location = useLocation();
  const token = useToken();
  const { open, alone, page } = routeOf(location.split("?")[0] ?? NOW_PATH);
  const refused = token === null && !open;

  useEffect(() => {
    if (refused) navigate(signInPath(location), "replace");
  }, [refused, location]);

  // Whichever tab the session ended in.
  useEffect(() => {
    if (token === null) forgetAnswers();
  }, [token]);

  if (refused) return null;
  const content = (
    <Boundary subject={location} fallback={<FailedPage />}>
      <Suspense fallback={<Skeleton height="20rem" />}>{page}</Suspense>
    </Boundary>
  );
  return token === null || alone ? <OpenFrame>{content}</OpenFrame> : <Frame>{content}</Frame>;
}
