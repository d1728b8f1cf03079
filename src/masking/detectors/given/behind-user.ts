/**
 * Commands whose -p or -P is a port, a path, a process, a printer or something else, but no
 * password.
 */
const OTHERS = new Set(
  (
    "apt apt-get awk bun cargo chmod chown chrt clang cmake cp createdb date declare deno " +
    "diff doas docker docker-compose dpkg dropdb du env find ftp gcc gdb git go gradle grep " +
    "hashcat helm hg htop install iperf3 journalctl kill knife kubectl lp lpr ls lsof make " +
    "mkdir mpirun mv mvn mycli mydumper mytop nc ncat nerdctl nice ninja nmap node npm npx " +
    "oc packer patch perf perl pgrep ping pkill pnpm podman ps psql pytest python python3 " +
    "read redis-cli rpm rsync ruby runuser sacct salloc sbatch scancel scp screen sed sftp " +
    "sinfo sqlmap squeue srun strace su sudo svn systemctl tar taskset tcpdump telnet " +
    "terraform time tmux top touch tree tsc unzip useradd usermod vagrant xargs yarn"
  ).split(" "),
);
/** Families of such commands. */
const FAMILIES = /^(?:ansible|pg_|pgbench|mysql|mariadb|ssh|kafka-|mosquitto_)/;
/** An option for a user name, and the name: `-u bob`, `--user=bob`. */
const USER = /[ \t]-(?:u|U|l|-user(?:name)?)[ =]?["']?[A-Za-z][\w.@\\-]{0,60}["']?(?=[ \t]|$)/;

/**
 * Whether the command of a line, read up to its option `-p`, also has an option for a user name.
 */
export function isBehindUser(before: string): boolean {
  const command = before.slice(Math.max(...[..."\n|;&"].map((end) => before.lastIndexOf(end))) + 1);
  if (!USER.test(command)) return false;
  for (const [word] of command.matchAll(/[A-Za-z][\w.-]{0,30}/g)) {
    if (OTHERS.has(word) || FAMILIES.test(word)) return false;
  }
  return true;
}
