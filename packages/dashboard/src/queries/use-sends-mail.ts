import { useEffect, useState } from "react";
import { sendsMail } from "../api/address.ts";

/** Whether the server can send mail; undefined until that is known, and null if it cannot be. */
export function useSendsMail(): boolean | null | undefined {
  const [sends, setSends] = useState<boolean | null>();
  useEffect(() => void sendsMail().then(setSends), []);
  return sends;
}
