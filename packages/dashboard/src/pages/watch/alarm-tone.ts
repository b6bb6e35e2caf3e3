/** An alarm made by the browser: two tones in turn, without a file and without timers, which sleeping pages lack. */

const HIGH_HERTZ = 880;
/** How far the tone swings, and how often. */
const SWING_HERTZ = 180;
const TURNS_HERTZ = 2;
const LOUDNESS = 0.4;

/** Starts the alarm. Returns a function that stops it. */
export function soundAlarm(context: AudioContext): () => void {
  const [tone, turns] = [context.createOscillator(), context.createOscillator()];
  const [swing, loudness] = [context.createGain(), context.createGain()];
  tone.type = "square";
  tone.frequency.value = HIGH_HERTZ;
  turns.type = "square";
  turns.frequency.value = TURNS_HERTZ;
  swing.gain.value = SWING_HERTZ;
  loudness.gain.value = LOUDNESS;
  turns.connect(swing).connect(tone.frequency);
  tone.connect(loudness).connect(context.destination);
  tone.start();
  turns.start();
  return () => {
    tone.stop();
    turns.stop();
    loudness.disconnect();
  };
}
