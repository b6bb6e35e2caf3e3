import { useEffect, useState } from "react";
import { sendsMail } from "../api/address.ts";

/** Whether the server can send mail; null until that is known, and if it is not. */
export function useSendsMail(): boolean | null {
  const [sends, setSends] = useState<boolean | null>(null);
  useEffect(() => void sendsMail().then(setSends), []);
  return sends;
}
