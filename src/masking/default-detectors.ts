import type { Detector } from "./detector.ts";
import { assignedSecret } from "./detectors/assigned/assigned-secret.ts";
import { authorization, commandLinePassword } from "./detectors/authorization.ts";
import { callArguments } from "./detectors/call-arguments.ts";
import { commandOptions } from "./detectors/command-options.ts";
import { creditCard } from "./detectors/credit-card.ts";
import {
  base58Address,
  bech32Address,
  ethereumAddress,
  walletKey,
} from "./detectors/crypto-address.ts";
import { email } from "./detectors/email.ts";
import { apartEmail } from "./detectors/email-apart.ts";
import { spelledEmail } from "./detectors/email-spelled.ts";
import { facebookAppToken } from "./detectors/facebook-app-token.ts";
import { iban, ibanApart } from "./detectors/iban.ts";
import { insertValues } from "./detectors/insert-values.ts";
import { defangedIpV4, ipV4 } from "./detectors/ip-v4.ts";
import { ipV6 } from "./detectors/ip-v6.ts";
import { jwkPrivate } from "./detectors/jwk.ts";
import { jwt } from "./detectors/jwt.ts";
import { loginList } from "./detectors/login-list.ts";
import { loneToken } from "./detectors/lone-token.ts";
import { mac, macBare, macDotted } from "./detectors/mac.ts";
import { namedLiteral } from "./detectors/named-literal.ts";
import { oneTimeCode } from "./detectors/one-time-code.ts";
import { phoneColumn, ssnColumn } from "./detectors/personal-columns.ts";
import { phone } from "./detectors/phone.ts";
import { prefixedToken } from "./detectors/prefixed-token.ts";
import { encodedPrivateKey, privateKey } from "./detectors/private-key.ts";
import { productKey } from "./detectors/product-key.ts";
import { recoveryCodes } from "./detectors/recovery-codes.ts";
import { secretAddress } from "./detectors/secret-address.ts";
import { secretShape } from "./detectors/secret-shape.ts";
import { seedPhrase } from "./detectors/seed-phrase.ts";
import { spokenCard, spokenCode, spokenPhone, spokenSsn } from "./detectors/spoken-numbers.ts";
import { ukNhs, ukNino } from "./detectors/uk-ids.ts";
import { urlCredentials } from "./detectors/url-credentials.ts";
import { usItin, usSsn } from "./detectors/us-ids.ts";
import { ADDRESSES } from "./secret-shapes/addresses.ts";
import { AI } from "./secret-shapes/ai.ts";
import { AZURE } from "./secret-shapes/azure.ts";
import { BUSINESS } from "./secret-shapes/business.ts";
import { CLOUD } from "./secret-shapes/cloud.ts";
import { CODE } from "./secret-shapes/code.ts";
import { DATA } from "./secret-shapes/data.ts";
import { MESSAGING } from "./secret-shapes/messaging.ts";
import { PAYMENTS } from "./secret-shapes/payments.ts";
import { PLATFORMS } from "./secret-shapes/platforms.ts";
import type { SecretShape } from "./secret-shapes/shape.ts";

/** Personal data that is looked for by default. */
export const PII_DETECTORS: readonly Detector[] = [
  email,
  spelledEmail,
  apartEmail,
  phone,
  phoneColumn,
  spokenPhone,
  creditCard,
  spokenCard,
  iban,
  ibanApart,
  ipV4,
  defangedIpV4,
  ipV6,
  mac,
  macDotted,
  macBare,
  usSsn,
  ssnColumn,
  spokenSsn,
  usItin,
  ukNhs,
  ukNino,
  base58Address,
  bech32Address,
  ethereumAddress,
];

/** Every row of the tables of vendors' secrets. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  ...AI,
  ...CLOUD,
  ...AZURE,
  ...DATA,
  ...CODE,
  ...PLATFORMS,
  ...MESSAGING,
  ...PAYMENTS,
  ...BUSINESS,
  ...ADDRESSES,
];

/** Secrets that are looked for by default: a shape, a checkable form, or a name that says so. */
export const SECRET_DETECTORS: readonly Detector[] = [
  jwt,
  privateKey,
  encodedPrivateKey,
  jwkPrivate,
  walletKey,
  urlCredentials,
  secretAddress,
  loginList,
  authorization,
  commandLinePassword,
  commandOptions,
  callArguments,
  insertValues,
  facebookAppToken,
  ...SECRET_SHAPES.map(secretShape),
  prefixedToken,
  namedLiteral,
  loneToken,
  oneTimeCode,
  spokenCode,
  recoveryCodes,
  productKey,
  seedPhrase,
  assignedSecret,
];
