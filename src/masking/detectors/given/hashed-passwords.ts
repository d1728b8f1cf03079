import { alike, type GivenPassword, next, QUOTE } from "./given-row.ts";

/** Passwords that are hashed before they are stored, and that are compared with a hash. */
export const HASHED: readonly GivenPassword[] = [
  ...alike(
    "bcrypt|argon2|hash::make|make_password|password_hash|password_verify|checkpw|passwordencoder|" +
      "password::create|password.create",
    {
      rest: next(
        String.raw`(?:(?:\(\))?\.\w{1,12}|::Password\.create)?\((?:[\w.$]{1,40}, ?)?${QUOTE}`,
      ),
    },
  ),
  // Digests of other things, unless a password is mentioned.
  ...alike("md5(|sha1(|sha2(|sha256(|sha512(", {
    rest: next(QUOTE),
    isBehind: (before) => /pass[^;]{0,120}$/i.test(before),
  }),
];
