import ts from "typescript";

/** How a file names another module. */
export type ImportForm = "import" | "export" | "dynamic" | "type" | "require" | "reference";

/** One mention of another module in a source file. */
export interface ImportMention {
  /** As written; undefined when it is computed at run time and so cannot be checked. */
  readonly specifier: string | undefined;
  readonly form: ImportForm;
  /** True when it is gone after compilation. */
  readonly typeOnly: boolean;
  /** From 1. */
  readonly line: number;
}

/** Every module that a source file mentions: types, re-exports and dynamic imports included. */
export function readImports(fileName: string, text: string): readonly ImportMention[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, false);
  const mentions: ImportMention[] = [];
  const add = (at: number, form: ImportForm, typeOnly: boolean, specifier?: string): void => {
    const line = source.getLineAndCharacterOfPosition(at).line + 1;
    mentions.push({ specifier, form, typeOnly, line });
  };
  for (const reference of source.referencedFiles) {
    add(reference.pos, "reference", true, asRelative(reference.fileName));
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.getStart(source), "import", isTypeOnlyImport(node), textOf(node.moduleSpecifier));
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      add(node.getStart(source), "export", node.isTypeOnly, textOf(node.moduleSpecifier));
    } else if (ts.isImportTypeNode(node)) {
      const literal = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
      add(node.getStart(source), "type", true, literal === undefined ? undefined : textOf(literal));
    } else if (ts.isExternalModuleReference(node)) {
      add(node.getStart(source), "require", false, textOf(node.expression));
    } else if (ts.isCallExpression(node)) {
      const form = callForm(node);
      if (form !== undefined) add(node.getStart(source), form, false, textOf(node.arguments[0]));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mentions;
}

function callForm(node: ts.CallExpression): ImportForm | undefined {
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return "dynamic";
  if (ts.isIdentifier(node.expression) && node.expression.text === "require") return "require";
  return undefined;
}

/** `import { type A } from "x"` is not: under verbatimModuleSyntax it still runs `x`. */
function isTypeOnlyImport(node: ts.ImportDeclaration): boolean {
  return node.importClause?.isTypeOnly === true;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function asRelative(fileName: string): string {
  return fileName.startsWith(".") ? fileName : `./${fileName}`;
}
