// node .ci/ensure-redis.mjs: makes sure that redis-server can be run, installing Debian's where
// that is possible. Exits with 3 on a machine that has none and cannot install one, so that what
// needs it is skipped and seen to be, and with 1 where installing should have worked.
import { spawnSync } from "node:child_process";

const runs = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;
const isThere = () => runs("redis-server", "--version");

if (!isThere()) {
  const canInstall = process.getuid?.() === 0 && runs("apt-get", "--version");
  if (!canInstall) {
    console.log("skipped: redis-server is not available");
    process.exit(3);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "redis-server"],
  ])
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
  if (!isThere()) {
    console.log("failed: redis-server could not be installed");
    process.exit(1);
  }
}
console.log("redis-server is available");
