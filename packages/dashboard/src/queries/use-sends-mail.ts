import { useEffect, useState } from "react";
import { sendsMail } from "../api/address.ts";

/** Whether the server can send mail; undefined until known, null if it cannot be known. */
export function useSendsMail(): boolean | null | undefined {
  const [sends, setSends] = useState<boolean | null>();
  useEffect(() => void sendsMail().then(setSends), []);
  return sends;
}
