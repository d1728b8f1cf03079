import * as z from "zod";

/** The body of every error answer (specification, "Error body"). Further properties are accepted. */
export const errorBodySchema = z.looseObject({
  error: z.string(),
  reason: z.string().optional(),
  /** Validation details or a short diagnostic: anything. */
  details: z.unknown().optional(),
});

/** The body of an error answer. */
export type ErrorBody = z.infer<typeof errorBodySchema>;
