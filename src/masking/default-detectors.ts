import { assignedSecret } from "./detectors/assigned/assigned-secret.ts";
import { email } from "./detectors/contact/email.ts";
import { apartEmail } from "./detectors/contact/email-apart.ts";
import { spelledEmail } from "./detectors/contact/email-spelled.ts";
import { phone } from "./detectors/contact/phone.ts";
import { authorization, commandLinePassword } from "./detectors/given/authorization.ts";
import { callArguments } from "./detectors/given/call-arguments.ts";
import { commandOptions } from "./detectors/given/command-options.ts";
import { loginList } from "./detectors/given/login-list.ts";
import { urlCredentials } from "./detectors/given/url-credentials.ts";
import { ukNhs, ukNino } from "./detectors/identity/uk-ids.ts";
import { usItin, usSsn } from "./detectors/identity/us-ids.ts";
import { defangedIpV4, ipV4 } from "./detectors/network/ip-v4.ts";
import { dashedIpV4 } from "./detectors/network/ip-v4-dashed.ts";
import { ipV6 } from "./detectors/network/ip-v6.ts";
import { mac, macBare, macDotted } from "./detectors/network/mac.ts";
import { cardSecurityCode, cardSecurityCodeInRow } from "./detectors/payment/card-security-code.ts";
import { creditCard } from "./detectors/payment/credit-card.ts";
import {
  base58Address,
  bech32Address,
  ethereumAddress,
  walletKey,
} from "./detectors/payment/crypto-address.ts";
import { iban, ibanApart } from "./detectors/payment/iban.ts";
import { spokenCard, spokenCode, spokenPhone, spokenSsn } from "./detectors/spoken-numbers.ts";
import { pinColumn, securityCodeColumn } from "./detectors/tables/code-columns.ts";
import { nhsColumn, ssnColumn } from "./detectors/tables/identity-columns.ts";
import { insertValues } from "./detectors/tables/insert-values.ts";
import { phoneColumn } from "./detectors/tables/personal-columns.ts";
import { behindMark } from "./detectors/tokens/behind-mark.ts";
import { diskKey } from "./detectors/tokens/disk-key.ts";
import { apartToken, encodedToken } from "./detectors/tokens/encoded-token.ts";
import { facebookAppToken } from "./detectors/tokens/facebook-app-token.ts";
import { joinedToken } from "./detectors/tokens/joined-token.ts";
import { jwkPrivate } from "./detectors/tokens/jwk.ts";
import { jwt } from "./detectors/tokens/jwt.ts";
import { kubernetesSecret } from "./detectors/tokens/kubernetes-secret.ts";
import { loneToken } from "./detectors/tokens/lone-token.ts";
import { namedLiteral } from "./detectors/tokens/named-literal.ts";
import { oneTimeCode } from "./detectors/tokens/one-time-code.ts";
import { prefixedToken } from "./detectors/tokens/prefixed-token.ts";
import { barePrivateKey, encodedPrivateKey, privateKey } from "./detectors/tokens/private-key.ts";
import { productKey } from "./detectors/tokens/product-key.ts";
import { recoveryCodes } from "./detectors/tokens/recovery-codes.ts";
import { secretAddress } from "./detectors/tokens/secret-address.ts";
import { secretShape } from "./detectors/tokens/secret-shape.ts";
import { seedPhrase } from "./detectors/tokens/seed-phrase.ts";
import type { Detector } from "./scan/detector.ts";
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
import { SERVICES } from "./secret-shapes/services.ts";
import type { SecretShape } from "./secret-shapes/shape.ts";

/** Detectors of personal data that are on by default. */
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
  dashedIpV4,
  ipV6,
  mac,
  macDotted,
  macBare,
  usSsn,
  ssnColumn,
  nhsColumn,
  spokenSsn,
  usItin,
  ukNhs,
  ukNino,
  base58Address,
  bech32Address,
  ethereumAddress,
];

/** All rows of the vendor tables. */
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
  ...SERVICES,
  ...ADDRESSES,
];

/**
 * Detectors of secrets that are on by default: by shape, by a verifiable format, or by a name that
 * indicates a secret.
 */
export const SECRET_DETECTORS: readonly Detector[] = [
  jwt,
  privateKey,
  encodedPrivateKey,
  barePrivateKey,
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
  kubernetesSecret,
  facebookAppToken,
  encodedToken,
  apartToken,
  ...SECRET_SHAPES.map(secretShape),
  prefixedToken,
  joinedToken,
  behindMark,
  namedLiteral,
  loneToken,
  oneTimeCode,
  spokenCode,
  cardSecurityCode,
  cardSecurityCodeInRow,
  securityCodeColumn,
  pinColumn,
  diskKey,
  recoveryCodes,
  productKey,
  seedPhrase,
  assignedSecret,
];
