import { describe, expect, it } from "vitest";
import { filled } from "./texts/filled.ts";
import { valuesIn } from "./texts/found.ts";

describe("passwords and telephone numbers are found below their headers in", () => {
  it.each([
    [
      "LaTeX",
      "\\begin{tabular}{lll}\nName & Phone & Password \\\\ \\hline\nAda & 98765432 & PLAIN4 \\\\\n\\hline\nE\\&E & 98765431 & OWN \\\\[2pt]\n\\end{tabular}\nx & y & Shadow4711 \\\\",
    ],
    [
      "LaTeX, with bold headers",
      "\\toprule\n\\textbf{Phone} & \\textbf{Password} \\\\ \\midrule\n98765432 & PLAIN4 \\\\\n98765431 & OWN \\\\ \\bottomrule\n",
    ],
    [
      "LaTeX, with typewriter letters",
      "\\textbf{Phone} & \\textbf{Password} \\\\\n98765432 & \\texttt{PLAIN4} \\\\\n98765431 & \\emph{OWN} \\\\\n",
    ],
    [
      "MediaWiki, with a row per line",
      '{| class="wikitable"\n! Name !! Phone !! Password\n|-\n| Ada || 98765432 || PLAIN4\n|-\n| Eve || 98765431 || OWN\n|}\n| x || y || Shadow4711',
    ],
    [
      "MediaWiki, with a cell per line",
      '{|\n! scope="col" | Name\n! scope="col" | Phone\n! scope="col" | Password\n|-\n! scope="row" | Ada\n| 98765432\n| style="color:red" | PLAIN4\n|-\n! scope="row" | Eve\n| 98765431 || OWN\n|}\n',
    ],
    [
      "AsciiDoc, with a row per line",
      "|===\n|Name |Phone |Password\n\n|Ada |98765432 |PLAIN4\n|Eve |98765431 |OWN\n|===\n",
    ],
    [
      "AsciiDoc, with a cell per line",
      "|===\n|Name\n|Phone\n|Password\n\n|Ada\n|98765432\n|PLAIN4\n\n|Eve\n|98765431\n|OWN\n|===\n",
    ],
    [
      "reStructuredText, as lists",
      ".. list-table:: Users\n   :header-rows: 1\n\n   * - Name\n     - Phone\n     - Password\n   * - Ada\n     - 98765432\n     - PLAIN4\n   * - Eve\n     - 98765431\n     - OWN\n\nSee Shadow4711.\n",
    ],
    [
      "reStructuredText, with a space between columns",
      "===== ======== ===========\nName  Phone    Password\n===== ======== ===========\nAda   98765432 PLAIN4\nEve   98765431 OWN\n===== ======== ===========\n",
    ],
  ])("%s", (_markup, template) => {
    const { text, values } = filled(template.replaceAll("PLAIN4", "PLAIN"));
    const expected = ["98765432", values[0], "98765431", values[1]];
    expect(valuesIn(text)).toEqual(expected);
  });

  it.each([
    "{|\n! Option !! Password type\n|-\n| auth || scram-sha-256\n|-\n| old || md5\n|}",
    "|===\n|Option |Password type |Default\n\n|auth |scram-sha-256 |md5\n|===",
    "\\begin{tabular}{ll}\nYear & Password resets \\\\\n2021 & 4521 \\\\\n\\end{tabular}",
    "if (flags & password) {\n}\n#define X (a & token) \\\n  (b & Shadow4711)\n",
    "  * - User\n    - Password\n  * - Ada\n    - Shadow4711\n",
    "|Password\n\n|Shadow4711\n",
    "\\begin{tabular}{ll}\nToken & Meaning \\\\\n\\texttt{INT64} & integer \\\\\n\\end{tabular}",
  ])("but nothing in %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
