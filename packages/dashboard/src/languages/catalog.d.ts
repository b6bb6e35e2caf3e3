/** Translations of one language, compiled by the build: those of the first pages, and those of the others. */
declare module "*.po?first" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "*.po?others" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
