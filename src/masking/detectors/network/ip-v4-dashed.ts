import { matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { isAlnumAt } from "../../text/chars.ts";

const OCTETS = /(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?![\w-])/y;

/** IPv4 addresses in the names that clouds give to machines: `ip-10-2-14-3.ec2.internal`. */
export const dashedIpV4: Detector = {
  type: "IP",
  name: "ip-v4-dashed",
  kind: "pii",
  source: "docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-naming.html",
  check: "octets up to 255, not all of one digit",
  context: "after `ip-` or `ec2-` at the beginning of a name",
  gates: { literals: ["ip-", "ec2-"] },
  find({ text, at, end }: Hit, emit: Emit): number {
    const match = matchAt(OCTETS, text.view, end);
    if (match === null || isAlnumAt(text, at - 1)) return end;
    const octets = match.slice(1);
    if (octets.some((octet) => Number(octet) > 255 || /^0\d/.test(octet))) return end;
    if (octets.every((octet) => octet.length === 1)) return end;
    emit(end, end + match[0].length, SHAPED);
    return end + match[0].length;
  },
};
