/** A private field on objects that belong to somebody else. */
export interface HiddenField<T> {
  get(object: object): T | undefined;
  set(object: object, value: T): void;
}

/**
 * A constructor that returns its argument: a derived class adds its private fields to that object.
 */
const GivenObject = function givenObject(object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;

/**
 * Creates a field, stored in the objects as a private name: no reflection, copy or comparison shows
 * it, and frozen objects accept it. A `WeakMap` would do the same, but V8 keeps its values alive
 * through a minor collection whether their keys are alive or not, so that every call that has just
 * ended would be copied once more before it is freed.
 */
export function hiddenField<T>(): HiddenField<T> {
  return class Holder extends GivenObject {
    #value: T;

    constructor(object: object, value: T) {
      super(object);
      this.#value = value;
    }

    static get(object: object): T | undefined {
      return #value in object ? object.#value : undefined;
    }

    static set(object: object, value: T): void {
      if (#value in object) object.#value = value;
      else new Holder(object, value);
    }
  };
}
