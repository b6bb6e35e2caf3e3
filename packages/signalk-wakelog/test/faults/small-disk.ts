/** A disk of a megabyte that can be filled. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Mounts a disk of a megabyte at a folder for the present test. @returns whether that is allowed here */
export function mountsSmallDisk(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
  });
  return true;
}

/** Fills the disk to the last kilobyte. @returns makes room again */
export function fillDisk(disk: string): () => void {
  const ballast = join(disk, "ballast");
  for (let kilobytes = 1024; kilobytes > 0; kilobytes -= 1) {
    try {
      writeFileSync(ballast, Buffer.alloc(kilobytes * 1024));
      break;
    } catch {
      // Less, then.
    }
  }
  return () => writeFileSync(ballast, "");
}
