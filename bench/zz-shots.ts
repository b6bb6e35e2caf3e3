import { openBrowser, openAs } from "/work/graphs/packages/dashboard/test/journeys/browser.ts";
const [,, name, path, sizes = "1400x900,390x844", theme = "day", script = ""] = process.argv;
const api = "http://127.0.0.1:3561", web = "http://localhost:8561";
const email = "aino@example.org";
const { token } = await (await fetch(api + "/rpc/login", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ email, pass: "fair winds 7" }) })).json();
const lang = process.env.LANGUAGE_ ?? "en";
const b = await openBrowser({ serviceWorkers: "block" });
const errors: string[] = [];
b.page.on("pageerror", (e) => errors.push(e.message));
b.page.on("console", (m) => m.type() === "error" && errors.push(m.text()));
for (const size of sizes.split(",")) {
  const [w, h] = size.split("x").map(Number);
  await b.page.setViewportSize({ width: w!, height: h! });
  await openAs(b.page, web, { email, userToken: token }, "/settings");
  await b.page.evaluate(`localStorage.setItem("wakelog.theme", ${JSON.stringify(theme)}); localStorage.setItem("wakelog.language", ${JSON.stringify(lang)})`);
  await openAs(b.page, web, { email, userToken: token }, path!);
  await b.page.waitForTimeout(3500);
  for (const [n, step] of script.split(";;").entries()) {
    if (step.trim() !== "") await new Function("page", `return (async () => { ${step} })()`)(b.page);
    await b.page.waitForTimeout(1500);
    await b.page.screenshot({ path: `/tmp/graphs-shots/${name}-${w}-${theme}-${lang}${n || ""}.png` });
  }
}
console.log("errors", JSON.stringify([...new Set(errors)].slice(0, 10)));
await b.close();
