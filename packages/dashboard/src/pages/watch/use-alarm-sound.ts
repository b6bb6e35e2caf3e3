import { useEffect, useState } from "react";
import { soundAlarm } from "./alarm-tone.ts";

/** Whether the alarm can be heard; browsers want a touch of the page first. */
export type Sound = "ready" | "needs-touch" | "unable";

/** What browsers accept as a touch: on iOS its end, not its beginning. */
const TOUCHES = ["pointerup", "touchend", "click", "keydown"];

/** iOS mutes what it takes for background sound when the ring switch is off; an alarm is not. */
function playInSilentMode(): void {
  const session: unknown = Reflect.get(navigator, "audioSession");
  if (typeof session === "object" && session !== null) Reflect.set(session, "type", "playback");
}

/** Sounds the alarm while it is wanted. Browsers allow sound after a touch or a key, here or on the page before. */
export function useAlarmSound(wanted: boolean): Sound {
  const [context, setContext] = useState<AudioContext | null>(null);
  const [sound, setSound] = useState<Sound>("AudioContext" in window ? "needs-touch" : "unable");
  useEffect(() => {
    if (!("AudioContext" in window)) return undefined;
    playInSilentMode();
    const made = new AudioContext();
    const look = () => setSound(made.state === "running" ? "ready" : "needs-touch");
    // A call or a locked screen interrupts it, too.
    const wake = () => {
      if (made.state !== "running") void made.resume().then(look, look);
    };
    made.addEventListener("statechange", look);
    for (const event of TOUCHES) document.addEventListener(event, wake);
    document.addEventListener("visibilitychange", wake);
    setContext(made);
    look();
    return () => {
      made.removeEventListener("statechange", look);
      for (const event of TOUCHES) document.removeEventListener(event, wake);
      document.removeEventListener("visibilitychange", wake);
      void made.close();
    };
  }, []);
  useEffect(
    () => (context === null || !wanted || sound !== "ready" ? undefined : soundAlarm(context)),
    [context, wanted, sound],
  );
  return sound;
}
