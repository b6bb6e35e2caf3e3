import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** What is shown; when it changes, the children get another chance. */
  readonly subject: string;
  /** Shown instead of the children once they have failed. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failed: boolean;
  readonly subject: string;
}

/** Keeps a part that fails, or that cannot be fetched, from taking the rest of the page with it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, subject: this.props.subject };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { subject }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return subject === state.subject ? null : { failed: false, subject };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
