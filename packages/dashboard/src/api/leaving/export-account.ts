import { answer } from "../request.ts";

/** Everything of the account in one zip file, in exchange for its password. Large ones take minutes. */
export async function exportAccount(password: string): Promise<Blob> {
  const response = await answer({
    method: "POST",
    path: "/rpc/export_account_fn",
    body: { pass: password },
  });
  return response.blob();
}
