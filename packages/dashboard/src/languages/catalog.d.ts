/**
 * Translations of one language, compiled by the build: those of the first pages, those of the others, and the service's
 * sentences.
 */
declare module "*.po?first" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "*.po?others" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "*.po?sentences" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
