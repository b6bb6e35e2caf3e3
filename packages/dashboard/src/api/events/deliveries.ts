import { translated } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";

/** The state of a message. */
export type DeliveryState = "waiting" | "sent" | "failed";

/** A message to the signed-in user. */
export interface Delivery {
  readonly id: number;
  readonly kind: string;
  readonly channel: string;
  /** The recipient, masked. */
  readonly recipient: string | null;
  readonly subject: string;
  readonly stored: Date | null;
  readonly sent: Date | null;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly failure: string | null;
  readonly state: DeliveryState;
}

/** A page of messages, newest first; of one kind, or all. */
export function deliveriesQuestion(
  kind: string | null,
  page: { readonly limit: number; readonly offset: number },
): Question<readonly Delivery[]> {
  return rowsQuestion(
    "deliveries_view",
    {
      columns: [
        "id",
        "kind",
        "channel",
        "recipient",
        "subject",
        "stored",
        "sent",
        "attempts",
        "failure",
        "state",
      ],
      where: { kind: kind === null ? undefined : `eq.${kind}` },
      order: "id.desc",
      limit: page.limit,
      offset: page.offset,
      count: true,
    },
    (rows, speech) =>
      rows.map((row) => {
        const [state, failure] = [row.text("state"), row.text("failure")];
        return {
          id: row.id("id"),
          kind: row.text("kind") ?? "",
          channel: row.text("channel") ?? "",
          recipient: row.text("recipient"),
          subject: row.text("subject") ?? "",
          stored: row.instant("stored"),
          sent: row.instant("sent"),
          attempts: row.number("attempts") ?? 0,
          failure: failure === null ? null : translated(failure, speech),
          state: state === "sent" || state === "failed" ? state : "waiting",
        };
      }),
  );
}
