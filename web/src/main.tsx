import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./tokens.css";
import "./base.css";
import { App } from "./app/app.tsx";
import { registerServiceWorker } from "./offline/register.ts";
import { followTheme } from "./preferences/theme.ts";
import { answers } from "./queries/answers.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={answers}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
followTheme();
registerServiceWorker();
