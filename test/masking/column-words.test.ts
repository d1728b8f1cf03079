import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { spread } from "./texts/spread.ts";

/** The headers that `pattern` stands for below which the values are not found. */
function missedOf(pattern: string, values: readonly string[]): string[] {
  return spread(pattern).filter((head) => {
    const rows = values.map((value) => `Moreau;${value};Lyon`);
    return valuesIn([`Nom;${head};Ville`, ...rows, ""].join("\n")).join() !== values.join();
  });
}

describe("a telephone number is found in a column with the header", () => {
  it.each([
    "{phone,mobile,telefon,teléfono,telefón,telefoon,handynummer,rufnummer,mobilnummer,telemóvel}",
    "{celular,cellulare,msisdn,whatsapp,portable,puhelin,cep tel,telepon,điện thoại,no hp,sđt}",
    "{tel,tél,fax,gsm,mobil,handy,móvil,mobiel,Tel.,FAX}",
    "{телефон,мобильный,тел,τηλέφωνο,τηλ}",
    "{電話番号,手机号,电话号码,電話號碼,手機號碼,携帯,連絡先,電話,电话,手机,手機}",
    "{전화번호,휴대폰,휴대폰번호,휴대전화,핸드폰,핸드폰번호,연락처,전화,هاتف,جوال,טלפון,נייד}",
    "{โทรศัพท์,เบอร์โทร,मोबाइल}",
    "{cust,customer_,user-,privat,n_}{phone,telefon,telefone,telefoon,mobil,mobile,handy,rufnummer}",
    "{kunde_,n}{telemóvel,móvil,movil,celular,cellulare,msisdn,whatsapp}",
    "{phone,mobile}{no,_nr,-num,number,nummer,1,_2,.}",
    "{tel,fax,handy,mobil,gsm}{-nr,_no,_num,-nummer, nr.}",
    "{telnr,telno,telemovel,movil}",
    "Telefon {privat,geschäftlich,geschaftlich,dienstlich,1,2 - Value}",
  ])("%s", (pattern) => {
    expect(missedOf(pattern, ["83726451", "7 372 64 52"])).toEqual([]);
  });

  it("but only if it has as many digits as one", () => {
    const short = "Nom;phone;Ville\nMoreau;123 45;Lyon\nDubois;1234567890123456;Lyon\n";
    expect(valuesIn(short)).toEqual([]);
  });
});

describe("an identifier is found in a column with the header", () => {
  it.each([
    "{ssn,SSN No,ssn_num,ssn-number,ssn#,employee_ssn,spouse-ssn,ssn.}",
    "{social security,social_security_number,social-security no,tax id,tax_id,taxid,taxpayer_id}",
    "{taxpayer id,customer tax id,tax-id}",
  ])("of Social Security: %s", (pattern) => {
    const values = ["536228726", "536 22 8727", "536-228728"];
    expect(missedOf(pattern, values)).toEqual([]);
    const never = ["000228726", "666228726", "936228726"].map((value) => `Moreau;${value};Lyon`);
    expect(valuesIn(["Nom;ssn;Ville", ...never].join("\n"))).toEqual([]);
  });

  it.each(["{nhs,NHS No,nhs_num,nhs-number,nhs id,patient_nhs,nhs.}"])(
    "of the NHS: %s",
    (pattern) => {
      expect(missedOf(pattern, ["9434765919", "943 476 5919", "943-476-5919"])).toEqual([]);
      expect(valuesIn("Nom;nhs;Ville\nMoreau;9434765918;Lyon\n")).toEqual([]);
    },
  );
});

describe("a spoken code is found behind", () => {
  const code = "four seven two nine";
  it.each([
    "{pin,otp,passcode}{ code, number,}{ is, was, to be,:,}",
    "{verification,security,one-time,one time,login,sign-in,confirmation,authentication} code",
    "{access,activation,2fa,sms,door,gate,entry,alarm,unlock,safe} {code,number}{ is now, it's,:}",
    "{my,your,the} {code,passcode}{ its,:, is,}",
  ])("%s", (pattern) => {
    const missed = spread(pattern).filter((words) => valuesIn(`${words} ${code}`).join() !== code);
    expect(missed).toEqual([]);
  });

  it("but not behind other words", () => {
    const texts = spread(`{spin,error code,zip code,the area code} ${code}`);
    expect(texts.flatMap(valuesIn)).toEqual([]);
  });
});

it.each(["seven eight nine ten eleven twelve", "nine eight seven six five four three two one"])(
  "counting is no telephone number: %s",
  (words) => {
    expect(valuesIn(words)).toEqual([]);
    expect(valuesIn(`call ${words}`)).toEqual([]);
  },
);
