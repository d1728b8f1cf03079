import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn } from "../texts/found.ts";

describe("the password in the options of a command is found", () => {
  it.each([
    "snowsql -a acme -u ada -p PLAIN",
    "nxc smb 192.0.2.7 -u ada -p PLAIN",
    "useradd -m ada -p PLAIN",
    "mongo -u ada -p PLAIN shop",
    "mongodump -u ada -p PLAIN --db shop",
    "mongorestore -u ada -p PLAIN dump",
    "crackmapexec smb 192.0.2.7 -u ada -p PLAIN",
    "netexec ssh 192.0.2.7 -u ada -p PLAIN",
    "usermod -p PLAIN ada",
    "pdbedit -a -u ada -p PLAIN",
    "certutil -f -p PLAIN -importpfx site.pfx",
    "helm registry login -u ada -p PLAIN registry.example",
    "twine upload -u ada -p PLAIN dist/*",
    "cqlsh -u ada -p PLAIN db.example",
    "beeline -u jdbc:hive2://db.example -n ada -p PLAIN",
    "hydra -l ada -p PLAIN ssh://192.0.2.7",
    "az login -u ada -p PLAIN",
    "conan remote login -p PLAIN main ada",
    "rdesktop -u ada -p HEX db.example",
    "cypher-shell -a bolt://db:7687 -u neo4j -p HEX",
    "isql -U ada -P HEX -S DB",
    "open -u ada,PLAIN ftp.example",
    'echo -e "PLAIN" | passwd --stdin ada',
    "AUTH default OWN",
    "cache.example:6379> AUTH PLAIN",
    "cache.example:6379[2]> auth ada PLAIN",
    "expo login -u ada -p PLAIN",
    "mysqlshow -uroot -pPLAIN",
    "mariadb-dump -uroot -pPLAIN shop",
    "7zz x -pPLAIN box.7z",
    "7zr x -pPLAIN box.7z",
    "rar x -pPLAIN box.rar",
    "rar a -hpPLAIN box.rar notes",
    "bcp shop.orders out o.dat -S db -U ada -P PLAIN",
    "ipmitool -H 192.0.2.7 -U ada -P PLAIN power on",
    "mosquitto_sub -h mq.example -u ada -P PLAIN -t x",
    "ldapmodify -x -D cn=ada -w PLAIN -f x.ldif",
    "ldapdelete -x -D cn=ada -w PLAIN cn=bob",
    "ldapcompare -x -D cn=ada -w PLAIN cn=bob sn:Li",
    "ldapmodrdn -x -D cn=ada -w PLAIN cn=bob cn=eve",
    "ldapexop -x -D cn=ada -w PLAIN whoami",
    "wrangler secret put MAIL <<< PLAIN",
    "vncpasswd <<< PLAIN",
    "xcrun notarytool submit app.zip -p APP",
    "pass insert shop <<< PLAIN",
    "vercel env add MAIL <<< PLAIN",
    "cryptsetup open /dev/sdb1 box <<< PLAIN",
    "impdp ada/PLAIN directory=d",
    'curl --cookie "sid=PLAIN" https://shop.example',
    "cloudflared service install RANDOM",
    "pdftk a.pdf output b.pdf owner_pw PLAIN",
    "mysqladmin -u root -pPLAIN status",
    "keydb-cli -h db.example -a PLAIN",
    "smbclient //nas/share -U ada%PLAIN",
    "pk12util -i site.p12 -W PLAIN",
    "pdftotext -upw PLAIN a.pdf",
    "net user ada PLAIN /add",
    "lftp -u ada,PLAIN ftp.example",
    "sqlplus ada/PLAIN",
    "bundle config gems.example ada:PLAIN",
    "doctl auth init -t PLAIN",
    "etcdctl --user ada:PLAIN get x",
    "http -a ada:PLAIN shop.example",
    "ssh-keygen -t rsa -N PLAIN",
    "mosquitto_passwd -b users ada PLAIN",
    "schtasks /create /ru ada /rp PLAIN",
    "az sql server create -u ada -p PLAIN",
    "consul acl set-agent-token agent UUID",
    "chpasswd -e <<END\nada:PLAIN\nEND",
    "smbexec.py shop/ada:PLAIN@192.0.2.7",
    "atexec.py shop/ada:PLAIN@192.0.2.7",
    "dcomexec.py shop/ada:PLAIN@192.0.2.7",
    "GetUserSPNs.py shop/ada:PLAIN@192.0.2.7",
    "mssqlclient.py shop/ada:PLAIN@192.0.2.7",
    "iex --cookie OWN",
    "password: it is OWN",
    "http --auth ada:PLAIN shop.example",
    "http --auth=ada:PLAIN shop.example",
    "https -a 'ada:PLAIN' shop.example",
    "https --auth ada:PLAIN shop.example",
    "https --auth=ada:PLAIN shop.example",
    "xh -a ada:PLAIN shop.example",
    "gh secret set MAIL -b PLAIN",
    'gh secret set MAIL --body "PLAIN"',
    "dotnet nuget push a.nupkg -k RANDOM -s shop",
    "bw unlock PLAIN",
    "bw login ada@shop.example PLAIN --raw",
    "podman login -u ada -p PLAIN registry.example",
    "nerdctl login -u ada -p PLAIN registry.example",
    "buildah login -u ada -p PLAIN registry.example",
    "skopeo login -u ada -p PLAIN registry.example",
    "oc login -u ada -p PLAIN",
    "redis-cli AUTH PLAIN",
    "redis-cli -h db.example auth ada PLAIN",
    "impacket-psexec shop/ada:PLAIN@192.0.2.7",
    "rdesktop -u ada -p PLAIN db.example",
    "smbclient -U 'shop/ada%PLAIN' //nas/share",
    "net rpc user -U ada%PLAIN -S nas",
    "redis: sentinel auth-pass main PLAIN",
    "osql -U sa -PPLAIN -S db",
    "ssh-keygen -p -P PLAIN -N OWN -f key",
    "pdftk a.pdf input_pw PLAIN output b.pdf",
    "iwconfig wlan0 key s:PLAIN",
    "netsh wlan set profileparameter name=home keyMaterial=PLAIN",
    "sendemail -xu ada -xp PLAIN",
    "slappasswd -s PLAIN",
    "radtest ada PLAIN localhost 0 x",
    "virsh set-user-password vm ada PLAIN",
    "d-i passwd/user-password password PLAIN",
    "d-i passwd/root-password-again password PLAIN",
    'drush user:password ada "OWN"',
    "grafana-cli admin reset-admin-password PLAIN",
    "xh --auth ada:PLAIN shop.example",
    "java -jar jenkins-cli.jar -auth ada:PLAIN who-am-i",
    "artifact-tool -u ada:OWN push",
    'chpasswd: { list: "root:PLAIN" }',
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});

describe("the password that a command reads is found", () => {
  it.each([
    "echo PLAIN | sudo -S id",
    "echo PLAIN | sudo --stdin id",
    "echo PLAIN | gcloud secrets create mail --data-file=-",
    "echo PLAIN | kubectl create secret generic mail",
    "echo PLAIN | gh secret set MAIL",
    "echo PLAIN | wrangler secret put MAIL",
    "echo PLAIN | pass insert mail",
    "echo PLAIN | secret-tool store mail",
    "echo PLAIN | ansible-vault encrypt",
    "echo PLAIN | restic backup",
    "echo PLAIN | borg init",
    "echo PLAIN | mount -a",
    "echo PLAIN | realm join",
    "echo PLAIN | docker login",
    "echo PLAIN | podman login",
    "echo PLAIN | helm registry login",
    "echo PLAIN | chpasswd",
    "echo PLAIN | passwd --stdin",
    "echo PLAIN | gpg --batch",
    "echo PLAIN | openssl enc",
    "echo PLAIN | kinit ada",
    "echo PLAIN | cryptsetup open",
    "echo PLAIN | smbpasswd -s",
    "echo PLAIN | su ada",
    "echo PLAIN | base64",
    "echo PLAIN | wg pubkey",
    "echo PLAIN | keepassxc-cli open box.kdbx",
    "echo PLAIN | vncpasswd -f",
    "echo 'PLAIN' > /run/secrets/db_password",
    "echo PLAIN > ~/.vault-pass && chmod 600 ~/.vault-pass",
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });

  it("with its confirmation, printed into passwd", () => {
    const { text, values } = filled(String.raw`printf 'PLAIN\nPLAIN\n' | passwd ada`);
    expect(secretsIn(text).join("")).toContain(values[0]);
    expect(secretsIn(text)).toHaveLength(1);
  });

  it.each([
    "echo build2024 > build/version.txt",
    "docker run -u 1000:1000 -u node:node2024 x; id -u ada:group",
    "printf '%s\\n%s\\n' | passwd ada",
  ])("but nothing in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("the secret that a command prints is found", () => {
  it.each([
    "$ sudo cat /var/lib/rabbitmq/.erlang.cookie\nOWN",
    "$ openssl rand -base64 24\nRANDOM",
    "$ pwgen 16 1\nRANDOM",
    "$ pwgen -s 20 3\nRANDOM\nSHORT\nMORE\n$ exit",
    "$ cat mail.b64 | base64 --decode\nOWN",
    "$ gh auth token\nRANDOM",
    "$ gcloud auth print-access-token\nRANDOM",
    "$ cat secrets/initialAdminPassword\nHEX",
    "$ head -1 /run/secrets/mail\nOWN",
    "$ terraform output -raw db_password\nOWN",
    "$ vault kv get -field=password mail\nOWN",
    "$ vault kv get -field password mail\nOWN",
    "$ heroku config:get DB_PASSWORD\nOWN",
    "$ bw get password shop\nOWN",
    `$ echo \${DB_PASSWORD}\nOWN`,
    "$ gopass show shop\nOWN",
    "$ lpass show shop\nOWN",
    "$ keyring get mail ada\nOWN",
    "$ chamber read shop mail\nOWN",
    "$ secret-tool lookup mail ada\nOWN",
    "$ aws ssm get-parameter --name /shop/prod/mail/password --with-decryption --query Parameter.Value --output text\nOWN",
    "$ aws secretsmanager get-secret-value --secret-id shop/mail --region eu-central-1 --query SecretString --output text\nOWN",
    "$ gcloud secrets versions access latest --secret=mail\nOWN",
    "$ az keyvault secret show --vault-name shop --name mail --query value -o tsv\nOWN",
    '$ op read "op://shop/mail/password"\nOWN',
    "$ op item get mail --fields password --reveal\nOWN",
    "$ doppler secrets get DB_PASSWORD --plain\nOWN",
    "$ security find-generic-password -w -s shop\nOWN",
    "$ security find-internet-password -w -s shop\nOWN",
    "$ aws ecr get-login-password\nRANDOM",
    "$ heroku auth:token\nRANDOM",
    "$ rails secret\nHEX",
    '$ python -c "import secrets; print(secrets.token_hex(16))"\nHEX',
    '$ python -c "import secrets; print(secrets.token_urlsafe())"\nRANDOM',
    "$ head -c 32 /dev/urandom | base64\nPADDED",
    "$ openssl rand -base64 24\nPADDED",
    "$ bw generate\nRANDOM",
    "PS C:\\Users\\ada> echo $env:DB_PASSWORD\nOWN",
    "C:\\shop>echo %DB_PASSWORD%\nOWN",
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});

describe("a password in quotes is found up to its end, whatever would end it without them", () => {
  const password = ["TulipV", "47<kq|Zt;", "9x"].join("");
  it.each([
    ["mysql -u ada -p'", "' shop"],
    ['sshpass -p "', '" ssh ada@db.example'],
    ["ldapsearch -x -w '", "' -b dc=example"],
    ["redis-cli -a '", "' ping"],
  ])("%s…%s", (before, after) => {
    expect(secretsIn(before + password + after)).toEqual([password]);
  });

  it("and in a command within JSON, too", () => {
    const text = JSON.stringify({ run: 'mysql -u ada -p"Tul`ipV47" shop' });
    expect(secretsIn(text)).toEqual(["Tul`ipV47"]);
  });

  it("and a placeholder in HTML is none", () => {
    expect(secretsIn("<pre>sshpass -p '&lt;db_pass_1&gt;' ssh</pre>")).toEqual([]);
    expect(secretsIn("<pre>mysql -u ada -p'&lt;password1&gt;' shop</pre>")).toEqual([]);
  });

  it("and what ends it without them is no part of it", () => {
    expect(secretsIn("mysql -u ada -pTulipV47>out.sql")).toEqual(["TulipV47"]);
    expect(secretsIn("mysql -u ada -p'<password1>' shop")).toEqual([]);
  });
});
