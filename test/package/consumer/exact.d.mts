type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Compiles only for a value of exactly this type: not wider, not narrower, and not `any`. */
export declare function exactly<Expected>(): <Actual>(
  value: Actual,
  ...wrong: Same<Actual, Expected> extends true ? [] : [expected: Expected]
) => Actual;
