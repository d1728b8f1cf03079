import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** A request in the sources of a client. */
export interface ClientRoute {
  readonly method: string;
  /** Without query; `{}` stands for inserted values. */
  readonly path: string;
  /** The file that makes it, relative to the root of the sources. */
  readonly file: string;
}

/** How the sources of an installed client use the client's own methods. */
export interface ClientSources {
  readonly routes: readonly ClientRoute[];
  /** Names of all client methods that resources call. */
  readonly called: ReadonlySet<string>;
  /** Modules that open a WebSocket or WebRTC connection, with the classes they export. */
  readonly sockets: readonly { readonly module: string; readonly name: string }[];
}

const REQUESTS = new Set(["get", "post", "put", "patch", "delete", "getAPIList"]);

/** Reads the sources of an installed client, such as a major of the `openai` package. */
export function readClientSources(packageName: string): ClientSources {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const root = join(dirname(entry), "src");
  const routes: ClientRoute[] = [];
  const called = new Set<string>();
  const sockets: { module: string; name: string }[] = [];
  for (const path of typescriptFiles(root)) {
    const file = relative(root, path);
    const text = readFileSync(path, "utf8");
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    forEachCall(source, (call, method) => {
      if (method === undefined) return;
      called.add(method);
      if (REQUESTS.has(method)) routes.push({ ...routeOf(call, method), file });
    });
    for (const name of socketClasses(source, file)) {
      sockets.push({ module: file.replace(/^lib\/(?=\w+\/webrtc)|\.ts$/g, ""), name });
    }
  }
  return { routes, called, sockets };
}

function typescriptFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return typescriptFiles(path);
    return path.endsWith(".ts") && !path.endsWith(".d.ts") ? [path] : [];
  });
}

/**
 * Every call on a client: `this._client.name(...)`, and `client.name(...)` in helpers that receive
 * one.
 */
function forEachCall(
  node: ts.Node,
  visit: (call: ts.CallExpression, method: string | undefined) => void,
): void {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const target = node.expression.expression.getText();
    const isClient = target === "this._client" || target === "client";
    visit(node, isClient ? node.expression.name.text : undefined);
  }
  ts.forEachChild(node, (child) => forEachCall(child, visit));
}

function routeOf(call: ts.CallExpression, method: string): Omit<ClientRoute, "file"> {
  const [path] = call.arguments;
  if (path === undefined) throw new Error(`A request without a path: ${call.getText()}`);
  const written = pathOf(path).split("?", 1)[0] ?? "";
  // Lists are fetched with GET unless their options say otherwise.
  const isPost = /\bmethod:\s*['"]post['"]/.test(call.getText());
  const used = method === "getAPIList" ? (isPost ? "post" : "get") : method;
  return { method: used.toUpperCase(), path: written };
}

function pathOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  // A URL from the provider.
  if (ts.isPropertyAccessExpression(node)) return "{}";
  const template = ts.isTaggedTemplateExpression(node) ? node.template : node;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  if (!ts.isTemplateExpression(template)) throw new Error(`Cannot read the path ${node.getText()}`);
  const spans = template.templateSpans.map((span) => `{}${span.literal.text}`);
  return template.head.text + spans.join("");
}

/** Connection classes: those in modules that construct a socket, and those for WebRTC. */
function socketClasses(source: ts.SourceFile, file: string): string[] {
  const text = source.getText();
  const opens = /new (?:WS\.WebSocket|WebSocket|WebSocketImpl)\b|extends WebRTCConnection\b/;
  if (!opens.test(text)) return [];
  return source.statements
    .filter(ts.isClassDeclaration)
    .filter((each) => each.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword))
    .flatMap((each) => (each.name === undefined ? [] : [each.name.text]))
    .filter((name) => /WS$|WebSocket$|WebRTC$/.test(name) && !file.startsWith("internal/"));
}
