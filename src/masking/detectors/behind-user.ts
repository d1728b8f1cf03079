/** Commands whose -p or -P is a port, a path, a process, a printer and more, but no password. */
const OTHERS = new Set(
  (
    "apt apt-get awk bun cargo chmod chown chrt clang cmake cp createdb date declare deno diff docker " +
    "docker-compose doas dpkg dropdb du env find ftp gcc gdb git go gradle grep helm hg htop install " +
    "journalctl kill kubectl lp lpr ls lsof make mariadb mkdir mv mvn mysql mysqldump nc ncat nerdctl " +
    "nice ninja nmap node npm npx oc patch perf perl pgrep ping pkill pnpm podman ps psql pytest python " +
    "python3 read redis-cli rpm rsync ruby runuser scp screen sed sftp ssh strace su sudo svn systemctl " +
    "tar taskset tcpdump telnet terraform time tmux top touch tree tsc unzip useradd usermod vagrant " +
    "xargs yarn"
  ).split(" "),
);
/** An option for somebody's name, and the name: `-u bob`, `--user=bob`. */
const USER = /[ \t]-(?:u|U|l|-user(?:name)?)[ =]?["']?[A-Za-z][\w.@\\-]{0,60}["']?(?=[ \t]|$)/;

/** Whether a line up to its option `-p` is of a command that has an option for somebody's name as well. */
export function isBehindUser(before: string): boolean {
  const command = before.slice(Math.max(...[..."\n|;&"].map((end) => before.lastIndexOf(end))) + 1);
  if (!USER.test(command)) return false;
  const words = command.match(/[A-Za-z][\w.-]{0,30}/g) ?? [];
  return !words.some((word) => OTHERS.has(word) || /^(?:ansible|pg_|mysql)/.test(word));
}
