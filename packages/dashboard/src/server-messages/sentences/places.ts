import { msg } from "@lingui/core/macro";

/** Generated names of places: where they lie from the next town. */
export const PLACES = [
  msg({ id: "{miles} NM {point} of {place}" }),
  msg({ id: "N" }),
  msg({ id: "NNE" }),
  msg({ id: "NE" }),
  msg({ id: "ENE" }),
  msg({ id: "E" }),
  msg({ id: "ESE" }),
  msg({ id: "SE" }),
  msg({ id: "SSE" }),
  msg({ id: "S" }),
  msg({ id: "SSW" }),
  msg({ id: "SW" }),
  msg({ id: "WSW" }),
  msg({ id: "W" }),
  msg({ id: "WNW" }),
  msg({ id: "NW" }),
  msg({ id: "NNW" }),
  msg({ id: "Home" }),
];
