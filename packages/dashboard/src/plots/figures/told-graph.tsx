import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import "./told-graph.css";

interface ToldGraphProps {
  readonly title: string;
  /** Text alternative. */
  readonly sentence: string;
  readonly columns: readonly string[];
  /** Built when opened; the first cell of each row is its heading. */
  readonly rows: () => readonly (readonly string[])[];
  /** Stands below drawing and table. */
  readonly below?: ReactNode;
  /** The drawing. */
  readonly children: ReactNode;
}

/** A small graph with a summary and a table of its numbers. */
export function ToldGraph({ title, sentence, columns, rows, below, children }: ToldGraphProps) {
  const { t } = useLingui();
  const [table, setTable] = useState(false);
  return (
    <Card
      title={title}
      action={
        <div className="told__switch">
          <Button kind="quiet" aria-pressed={table} onClick={() => setTable(!table)}>
            <Trans>Table</Trans>
          </Button>
        </div>
      }
    >
      <p className="told__sentence">{sentence}</p>
      {table ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        <section className="told__table" aria-label={t`Table: ${title}`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map(([name = "", ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <div role="img" aria-label={title}>
          {children}
        </div>
      )}
      {below}
    </Card>
  );
}
