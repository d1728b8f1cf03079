import { describe, expect, it } from "vitest";
import { LIBRARIES } from "../../tsup.config.ts";
import { undocumentedIn } from "./docstrings.ts";

describe("hovering in an editor", () => {
  it.each(Object.values(LIBRARIES))(
    "tells something of all that %s exports, member by member",
    (entry) => {
      expect(undocumentedIn(entry)).toEqual([]);
    },
  );
});
