import type { ReactNode } from "react";
import { Page } from "../../ui/page/page.tsx";
import "./public-page.css";

interface PublicPageProps {
  readonly title: string;
  readonly before?: ReactNode;
  readonly sub: string;
  readonly children: ReactNode;
}

/** A page visible to everyone, of a boat whose owner published it. */
export function PublicPage({ children, ...page }: PublicPageProps) {
  return (
    <Page {...page}>
      <div className="public">{children}</div>
    </Page>
  );
}
