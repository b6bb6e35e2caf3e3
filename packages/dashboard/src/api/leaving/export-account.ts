import { answer } from "../request.ts";

/** The whole account as a zip file; requires the password. Large accounts take minutes. */
export async function exportAccount(password: string): Promise<Blob> {
  const response = await answer({
    method: "POST",
    path: "/rpc/export_account_fn",
    body: { pass: password },
  });
  return response.blob();
}
