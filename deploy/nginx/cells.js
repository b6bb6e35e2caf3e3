// For cells.conf: the cell that a request's token names; empty if there is none. The token is not checked here: cells do that.
// Debian's nginx has an njs (0.7.9) that knows no destructuring.
function named(request) {
  try {
    const token = /^bearer\s+[\w-]+\.([\w-]+)\./i.exec(request.headersIn.Authorization);
    return String(JSON.parse(Buffer.from(token[1], "base64url").toString()).cell);
  } catch (_) {
    return "";
  }
}

// biome-ignore lint/style/noDefaultExport: njs imports no other
export default { named };
