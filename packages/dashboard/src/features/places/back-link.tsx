import type { ReactNode } from "react";
import { Link } from "../../routing/link.tsx";
import { cameFrom, goBack } from "../../routing/location.ts";
import { Icon } from "../../ui/icon.tsx";
import "./back-link.css";

/** Back to the list, with its filter and scroll position if the visitor came from there. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const from = cameFrom(to);
  return (
    <Link to={from ?? to} className="back-link" {...(from === null ? {} : { onFollow: goBack })}>
      <Icon name="back" size={20} /> {children}
    </Link>
  );
}
