import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** Identifies the content; a change retries after a failure. */
  readonly subject: string;
  /** Shown after a failure. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failed: boolean;
  readonly subject: string;
}

/** An error boundary: a part that fails, or cannot be fetched, leaves the rest of the page alone. */
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
