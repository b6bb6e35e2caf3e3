// Runs before the first paint: a white flash at night costs a watchkeeper twenty minutes of night vision.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("wakelog.theme");
  } catch {
    // Storage is refused: the system's preference decides.
  }
  const known = chosen === "day" || chosen === "dusk" || chosen === "night";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = known ? chosen : dark ? "dusk" : "day";
})();
