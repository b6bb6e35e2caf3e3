/** The images' labels. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { root, textOf } from "../../../../checks/source-files.ts";
import { readDockerfile } from "./dockerfile.ts";

const { version, license } = z
  .object({ version: z.string(), license: z.string() })
  .parse(JSON.parse(textOf("package.json")));

it.each([
  { file: "docker/Dockerfile", stage: "whole", title: "Wakelog", licenses: license },
  { file: "docker/Dockerfile", stage: "api", title: "Wakelog API", licenses: license },
  { file: "docker/Dockerfile", stage: "dashboard", title: "Wakelog dashboard", licenses: license },
  {
    file: "docker/database.Dockerfile",
    stage: "",
    title: "Wakelog database",
    licenses: "PostgreSQL AND GPL-2.0-or-later",
  },
])("the image $title is labelled with what it is, its release and its licence", (image) => {
  expect(readDockerfile(join(root, image.file)).get(image.stage)?.labels).toEqual({
    "org.opencontainers.image.title": image.title,
    "org.opencontainers.image.description": expect.stringContaining("Wakelog"),
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.revision": "$REVISION",
    "org.opencontainers.image.licenses": image.licenses,
  });
});
