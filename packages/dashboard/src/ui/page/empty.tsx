import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon.tsx";
import "./empty.css";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** Explains an empty list, and how to fill it. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} size={40} />
      <p className="empty__title">{title}</p>
      <div className="empty__words">{children}</div>
    </div>
  );
}
