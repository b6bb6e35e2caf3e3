import { useEffect, useState } from "react";
import { soundAlarm } from "./alarm-tone.ts";

/** Whether the alarm can be heard; browsers want a touch of the page first. */
export type Sound = "ready" | "needs-touch" | "unable";

/** Sounds the alarm while it is wanted. Browsers allow sound after a touch or a key, here or on the page before. */
export function useAlarmSound(wanted: boolean): Sound {
  const [context, setContext] = useState<AudioContext | null>(null);
  const [sound, setSound] = useState<Sound>("AudioContext" in window ? "needs-touch" : "unable");
  useEffect(() => {
    if (!("AudioContext" in window)) return undefined;
    const made = new AudioContext();
    const look = () => setSound(made.state === "running" ? "ready" : "needs-touch");
    const wake = () => {
      if (made.state !== "running") void made.resume().then(look, look);
    };
    made.addEventListener("statechange", look);
    document.addEventListener("pointerdown", wake);
    document.addEventListener("keydown", wake);
    setContext(made);
    look();
    return () => {
      made.removeEventListener("statechange", look);
      document.removeEventListener("pointerdown", wake);
      document.removeEventListener("keydown", wake);
      void made.close();
    };
  }, []);
  useEffect(
    () => (context === null || !wanted || sound !== "ready" ? undefined : soundAlarm(context)),
    [context, wanted, sound],
  );
  return sound;
}
