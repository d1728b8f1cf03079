import { PromptReader } from "./prompt-text.ts";

/** Collects the texts of a request, the names in it, and where its instructions are. */
export class RequestReader extends PromptReader {
  names: string[] | undefined = undefined;
  namesAt: number[] | undefined = undefined;
  lateInstructions: number[] | undefined = undefined;

  name(name: string): string {
    this.names ??= [];
    this.namesAt ??= [];
    this.names.push(name);
    this.namesAt.push(this.segments.length);
    return name;
  }

  instructions<T>(read: () => T): T {
    const before = this.segments.length;
    const result = read();
    if (before === 0) return result;
    this.lateInstructions ??= [];
    for (let at = before; at < this.segments.length; at += 1) this.lateInstructions.push(at);
    return result;
  }
}
