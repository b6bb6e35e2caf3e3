/**
 * The protocol's releases: what one engine words, codes or plans in one way or another. Other modules ask for a word or
 * a rule by its name and never for the release.
 */
import type { Release, ReleaseOptions } from "./facts.ts";
import { RELEASE_11 } from "./release-11.ts";
import { release16 } from "./release-16.ts";

/** The releases that an engine can speak, the default first. */
export const RELEASES = ["11", "16"] as const;
export type ReleaseName = (typeof RELEASES)[number];

/** The release of a name; by default the first. */
export function releaseOf(name: ReleaseName = "11", options: ReleaseOptions = {}): Release {
  return name === "11" ? RELEASE_11 : release16(options);
}
