import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./open-frame.css";

/** The frame around pages that need no sign-in. */
export function OpenFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="open-frame">
      <header className="open-frame__bar">
        <Brand />
        <ThemeSwitch />
      </header>
      <main className="open-frame__main">{children}</main>
    </div>
  );
}
