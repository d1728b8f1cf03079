import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT } from "./source-files.ts";

type Declaration = ts.Node & { readonly name?: ts.Node | undefined };

/**
 * Exported symbols of an entry point, and their members, without a docstring, as `file:
 * Symbol.member`. Works on the syntax alone, which takes a fraction of the type checker's time.
 */
export function undocumentedIn(entry: string): readonly string[] {
  const silent: string[] = [];
  for (const { name, from } of exportsOf(parsed(entry))) {
    for (const { file, node } of declarationsOf(from, name)) {
      if (!isDocumented(node)) silent.push(`${file}: ${name}`);
      for (const member of membersOf(node)) {
        if (!isDocumented(member)) silent.push(`${file}: ${name}.${member.name?.getText()}`);
      }
    }
  }
  return silent;
}

/**
 * Optional properties of exported interfaces and types to which an app that compiles with
 * `exactOptionalPropertyTypes` cannot pass undefined, as `file: Symbol.member`.
 */
export function refusingUndefinedIn(entry: string): readonly string[] {
  const refusing: string[] = [];
  for (const { name, from } of exportsOf(parsed(entry))) {
    for (const { file, node } of declarationsOf(from, name)) {
      // What only this library creates may be stricter.
      if (ts.isClassDeclaration(node)) continue;
      for (const member of membersOf(node)) {
        if (isOptional(member) && !acceptsUndefined(member)) {
          refusing.push(`${file}: ${name}.${member.name?.getText()}`);
        }
      }
    }
  }
  return refusing;
}

function isOptional(member: Declaration): boolean {
  return (member as { readonly questionToken?: ts.Node | undefined }).questionToken !== undefined;
}

function acceptsUndefined(member: Declaration): boolean {
  if (!ts.isPropertySignature(member) || member.type === undefined) return false;
  const types = ts.isUnionTypeNode(member.type) ? member.type.types : [member.type];
  const accepting = [ts.SyntaxKind.UndefinedKeyword, ts.SyntaxKind.UnknownKeyword];
  return types.some(({ kind }) => accepting.includes(kind));
}

interface Exported {
  readonly name: string;
  /** The file that declares or re-exports it. */
  readonly from: string;
}

const files = new Map<string, ts.SourceFile>();

function parsed(path: string): ts.SourceFile {
  const known = files.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(join(ROOT, path), "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  files.set(path, file);
  return file;
}

function exportsOf(file: ts.SourceFile): readonly Exported[] {
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      return namesIn(statement).map(({ name }) => ({ name: name.text, from: file.fileName }));
    }
    return isExported(statement)
      ? namesOf(statement).map((name) => ({ name, from: file.fileName }))
      : [];
  });
}

/** Finds the declaration of `name` through all re-exporting files. */
function declarationsOf(
  path: string,
  name: string,
): readonly { readonly file: string; readonly node: Declaration }[] {
  const file = parsed(path);
  const own = file.statements.filter((statement) => namesOf(statement).includes(name));
  if (own.length > 0) return own.map((node) => ({ file: path, node }));
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) {
      const handed = namesIn(statement).find((specifier) => specifier.name.text === name);
      if (handed === undefined) continue;
      const original = (handed.propertyName ?? handed.name).text;
      if (statement.moduleSpecifier !== undefined) {
        return declarationsOf(targetOf(path, statement.moduleSpecifier), original);
      }
      if (original !== name) return declarationsOf(path, original);
    }
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      const imported = bindings !== undefined && ts.isNamedImports(bindings) ? bindings : undefined;
      const found = imported?.elements.find((element) => element.name.text === name);
      if (found === undefined) continue;
      const original = (found.propertyName ?? found.name).text;
      return declarationsOf(targetOf(path, statement.moduleSpecifier), original);
    }
  }
  throw new Error(`${path} exports ${name}, which is declared nowhere`);
}

function namesIn({ exportClause }: ts.ExportDeclaration): readonly ts.ExportSpecifier[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) {
    throw new Error("an entry point exports by name");
  }
  return exportClause.elements;
}

function targetOf(path: string, specifier: ts.Expression): string {
  return join(dirname(path), (specifier as ts.StringLiteral).text);
}

function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as Declaration;
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/** The members that an editor shows: no private ones, and no constructor. */
function membersOf(node: Declaration): readonly Declaration[] {
  const all: readonly Declaration[] =
    ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
      ? node.members
      : ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)
        ? node.type.members
        : [];
  const shown = all.filter(({ name }) => name !== undefined && !ts.isPrivateIdentifier(name));
  // Of overloaded methods only the overloads: the implementation's signature is not visible to
  // callers.
  return shown.filter((member) => !(ts.isMethodDeclaration(member) && hasOverloads(member, shown)));
}

function hasOverloads(member: ts.MethodDeclaration, all: readonly Declaration[]): boolean {
  const name = member.name.getText();
  return member.body !== undefined && all.filter((one) => one.name?.getText() === name).length > 1;
}

function isDocumented(node: ts.Node): boolean {
  return ts.getJSDocCommentsAndTags(node).length > 0;
}
