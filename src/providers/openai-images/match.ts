import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Generating images, editing them, and varying one, which takes no text. */
const PATHS: readonly string[] = ["/images/generations", "/images/edits", "/images/variations"];

/** Whether the route generates or edits images. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
