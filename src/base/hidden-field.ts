/** A field that only its holder can read or write, on objects that are somebody else's. */
export interface HiddenField<T> {
  get(object: object): T | undefined;
  set(object: object, value: T): void;
}

/** A constructor that returns what it is given: a class made from it adds its fields to that. */
const GivenObject = function givenObject(object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;

/**
 * A new field, kept in the objects as a private name: no reflection, copy or comparison shows
 * it, and frozen objects take it too. A `WeakMap` would say the same, but V8 lets the values of one
 * live through a minor collection whether their keys do or not, so that every call that has
 * just ended would be copied once more before it is freed.
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
