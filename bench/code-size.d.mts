export interface CodeSize {
  readonly bytesAtOnce: number;
  readonly bytesLater: number;
}

export function codeSize(entry: string): Promise<CodeSize>;
