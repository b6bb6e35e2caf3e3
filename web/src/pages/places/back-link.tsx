import type { ReactNode } from "react";
import { Link } from "../../routing/link.tsx";
import { Icon } from "../../ui/icon.tsx";
import "./back-link.css";

/** The way back to the list. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className="back-link">
      <Icon name="back" size={20} /> {children}
    </Link>
  );
}
