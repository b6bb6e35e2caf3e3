import { msg } from "@lingui/core/macro";

/** What the service says of itself: that it is busy, that something is too much, that it failed. */
export const SERVICE = [
  msg({ id: "Too many requests" }),
  msg({ id: "The body is larger than {most} bytes" }),
  msg({
    id: "Send it in smaller parts. With a token, more is accepted; the operator can raise WAKELOG_BODY_LIMIT.",
  }),
  msg({ id: "The connection ended before the body did" }),
  msg({ id: "The request's body did not arrive in time" }),
  msg({ id: "The request's headers did not arrive in time" }),
  msg({ id: "Check the connection, and send the request again, in smaller parts if it is large." }),
  msg({ id: "The service failed unexpectedly" }),
  msg({ id: "Internal server error" }),
  msg({ id: "Database connection error. Retrying the connection." }),
  msg({ id: "Database client error. Retrying the connection." }),
  msg({ id: "Could not query the database for the schema cache. Retrying." }),
  msg({ id: "Timed out acquiring connection from connection pool." }),
  msg({ id: "The answer took longer to make than a request may take" }),
  msg({ id: "Ask for less at a time: fewer rows, or a shorter range of time." }),
  msg({ id: "You already have {count} live streams open" }),
  msg({ id: "Close one of the pages that show the boat live, and try again." }),
  msg({ id: "Only those who are signed in can follow a boat" }),
  msg({ id: "Something else still refers to this." }),
  msg({ id: "A required value is missing." }),
  msg({ id: "This refers to something that does not exist, or something else still refers to this." }),
  msg({ id: "There is one of these already." }),
  msg({ id: "A value is outside what is allowed." }),
  msg({ id: "This overlaps another one." }),
  msg({ id: "This row is not yours to write." }),
  msg({ id: "The database does not accept these values." }),
  msg({ id: "{field} must have a value." }),
];
