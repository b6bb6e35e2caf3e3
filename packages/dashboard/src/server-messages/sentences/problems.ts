import { msg } from "@lingui/core/macro";

/** The dashboard's own texts for responses without a readable message. */
export const PROBLEMS = [
  msg({ id: "This is more than the server takes at once." }),
  msg({ id: "Make it shorter and try again." }),
  msg({ id: "The server was asked too often." }),
  msg({ id: "Wait a minute and try again." }),
  msg({ id: "The logbook server cannot be reached." }),
  msg({ id: "It may be starting up. Try again in a minute." }),
  msg({ id: "The logbook server is too busy right now." }),
  msg({ id: "Try again in a minute." }),
  msg({ id: "The logbook server did not answer in time." }),
  msg({ id: "The server answered {answered}" }),
  msg({ id: "The logbook server did not answer." }),
  msg({ id: "This device is offline." }),
  msg({ id: "It may be starting up, or the connection may be too weak right now. Its address is {apiUrl}." }),
  msg({ id: "What this device has kept can still be read." }),
  msg({ id: "This device has no room to keep the photo." }),
  msg({ id: "Make room on it, or add the photo when the server can be reached." }),
  msg({ id: "{most} photos wait on this device already." }),
  msg({ id: "Add more when they have been sent." }),
  msg({ id: "This was sent to the server meanwhile." }),
  msg({ id: "Change it again as it is now." }),
  msg({ id: "This page could not read what the server answered." }),
  msg({
    id: "Reload the page. If that does not help, the dashboard and the server may not be the same version.",
  }),
];
