/** Links the manifest, by which browsers install the dashboard like a program: it is fetched where it is linked. */
export function beInstallable(): void {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "/manifest.webmanifest";
  document.head.append(link);
}
