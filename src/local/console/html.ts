/** Text that can be put into a page without escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** A template for pages: inserted values are escaped, unless they are {@link Markup}. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const written = parts.map((part, at) => textOf(part) + (strings[at + 1] ?? ""));
  return new Markup((strings[0] ?? "") + written.join(""));
}

/** `text` escaped for elements and quoted attributes. */
export function escaped(text: string): Markup {
  return new Markup(text.replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`));
}

/** A complete page, light or dark by the reader's preference, without scripts. */
export function page(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
${STYLE}
${content}
</html>
`.text;
}

const STYLE = new Markup(`<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
td { padding: 0 1.5rem 0 0 }
details { border-top: 1px solid #8884; padding: .3rem 0 }
summary { cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
summary b { display: inline-block; min-width: 5.5rem }
h3 { font-size: 1em; margin: .6rem 0 0 }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
.denied { color: light-dark(#b22, #f88) }
.finalized { color: light-dark(#272, #7c7) }
</style>`);

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("\n");
  return escaped(String(part)).text;
}
