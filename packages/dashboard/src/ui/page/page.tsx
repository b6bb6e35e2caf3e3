import { type ReactNode, useEffect, useRef } from "react";
import "./page.css";

interface PageProps {
  readonly title: string;
  /** The tab's title, if it differs. */
  readonly tabTitle?: string;
  readonly sub?: ReactNode | undefined;
  readonly aside?: ReactNode;
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading. The heading gets the focus when the page opens, so that screen readers announce it. */
export function Page({ title, tabTitle, sub, aside, before, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${tabTitle ?? title} · Wakelog`;
  }, [title, tabTitle]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="page">
      {before}
      <header className="page__head">
        <div className="page__words">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {sub === undefined ? null : <div className="page__sub">{sub}</div>}
        </div>
        {aside === undefined ? null : <div className="page__aside">{aside}</div>}
      </header>
      {children}
    </div>
  );
}
