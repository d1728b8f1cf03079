/**
 * Length limits of `user_id` (specification, "Limits"). Apart from the other limits, because the root
 * entry needs these alone at once.
 */
export const MIN_USER_ID_LENGTH = 1;
export const MAX_USER_ID_LENGTH = 128;
