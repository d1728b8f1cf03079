import ts from "typescript";

/** The syntax of an import. */
export type ImportForm = "import" | "export" | "dynamic" | "type" | "require" | "reference";

/** One import in a source file. */
export interface ImportMention {
  /** As written; undefined if it is computed at run time and cannot be checked. */
  readonly specifier: string | undefined;
  readonly form: ImportForm;
  /** True if it is erased by compilation. */
  readonly typeOnly: boolean;
  /** From 1. */
  readonly line: number;
}

/** All imports of a source file, including types, re-exports and dynamic imports. */
export function readImports(fileName: string, text: string): readonly ImportMention[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, false);
  const mentions: ImportMention[] = [];
  const add = (position: number, mention: Mention): void => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    mentions.push({ ...mention, line });
  };
  for (const { pos, fileName: specifier } of source.referencedFiles) {
    add(pos, { form: "reference", typeOnly: true, specifier: asRelative(specifier) });
  }
  const visit = (node: ts.Node): void => {
    const mention = mentionIn(node);
    if (mention !== undefined) add(node.getStart(source), mention);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mentions;
}

type Mention = Omit<ImportMention, "line">;

function mentionIn(node: ts.Node): Mention | undefined {
  if (ts.isImportDeclaration(node)) {
    const typeOnly = isTypeOnlyImport(node);
    return { form: "import", typeOnly, specifier: textOf(node.moduleSpecifier) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { form: "export", typeOnly: node.isTypeOnly, specifier: textOf(node.moduleSpecifier) };
  }
  if (ts.isImportTypeNode(node)) {
    const literal = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
    return { form: "type", typeOnly: true, specifier: textOf(literal) };
  }
  if (ts.isExternalModuleReference(node)) {
    return { form: "require", typeOnly: false, specifier: textOf(node.expression) };
  }
  const form = ts.isCallExpression(node) ? callForm(node) : undefined;
  if (form === undefined || !ts.isCallExpression(node)) return undefined;
  return { form, typeOnly: false, specifier: textOf(node.arguments[0]) };
}

function callForm(node: ts.CallExpression): ImportForm | undefined {
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return "dynamic";
  if (ts.isIdentifier(node.expression) && node.expression.text === "require") return "require";
  return undefined;
}

/** `import { type A } from "x"` is not one: with verbatimModuleSyntax it still loads `x`. */
function isTypeOnlyImport(node: ts.ImportDeclaration): boolean {
  return node.importClause?.isTypeOnly === true;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function asRelative(fileName: string): string {
  return fileName.startsWith(".") ? fileName : `./${fileName}`;
}
