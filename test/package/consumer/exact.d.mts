type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Compiles for a value of this very type: no wider, no narrower, and never `any`. */
export declare function exactly<Expected>(): <Actual>(
  value: Actual,
  ...wrong: Same<Actual, Expected> extends true ? [] : [expected: Expected]
) => Actual;
