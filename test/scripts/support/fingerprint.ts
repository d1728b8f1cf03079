/** A set of UUIDs as a few numbers, in any order; different sets have different ones. */
export class Fingerprint {
  count = 0;
  #sums: [number, number, number, number] = [0, 0, 0, 0];

  add(id: string): void {
    this.count += 1;
    const hex = id.replaceAll("-", "");
    for (let part = 0; part < 4; part += 1) {
      const value = Number.parseInt(hex.slice(part * 8, part * 8 + 8), 16);
      this.#sums[part] = ((this.#sums[part] ?? 0) + value) >>> 0;
    }
  }

  toString(): string {
    return `${this.count}:${this.#sums.map((sum) => sum.toString(16)).join(":")}`;
  }
}
