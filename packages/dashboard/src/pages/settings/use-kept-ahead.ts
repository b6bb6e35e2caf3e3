import { useQuery } from "@tanstack/react-query";
import type { Kept, KeptPath } from "../../offline/ahead/run.ts";
import { lastEmail } from "../../session/token.ts";
import { useToken } from "../../session/use-token.ts";

const KEPT: KeptPath = "/kept-ahead";
const REFRESH_MS = 5_000;

/** What the service worker has kept for the user; null if nothing yet. */
async function keptAhead(): Promise<Kept | null> {
  if (!("caches" in window)) return null;
  const kept = await caches.match(KEPT, { cacheName: `answers-${lastEmail().toLowerCase()}` });
  return (await kept?.json()) ?? null;
}

/** What this device has kept for times without a link; null if nothing yet, `undefined` until that is known. */
export function useKeptAhead(): Kept | null | undefined {
  const token = useToken();
  return useQuery({
    queryKey: ["kept-ahead", token],
    queryFn: keptAhead,
    refetchInterval: REFRESH_MS,
  }).data;
}
