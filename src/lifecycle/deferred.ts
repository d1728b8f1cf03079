/**
 * A value that arrives later. Its promise is created only on demand: most lifecycles are never
 * observed, and three promises per call would be wasted.
 */
export class Deferred<T> {
  #value: T | undefined = undefined;
  #done = false;
  #promise: Promise<T> | undefined = undefined;
  #resolve: ((value: T | PromiseLike<T>) => void) | undefined = undefined;

  /** The first value wins; later ones are ignored. */
  resolve(value: T): void {
    if (this.#done) return;
    this.#done = true;
    this.#value = value;
    this.#resolve?.(value);
  }

  promise(): Promise<T> {
    this.#promise ??= this.#done
      ? Promise.resolve(this.#value as T)
      : new Promise<T>((resolve) => {
          this.#resolve = resolve;
        });
    return this.#promise;
  }
}
