import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";

const phones = ["030 6211654", "98765432"];

describe("a telephone number is found in a column", () => {
  it.each([
    "Phone Number",
    "Cell Phone",
    "Cell",
    "Cell #",
    "Mob No",
    "Contact No",
    "Emergency contact",
    "Mobilfunk",
    "Mobilszám",
    "Tlf.",
    "Κινητό",
    "Customer contact phone",
    "Phone (home)",
    "Phone 1 - Value",
    "Phone #",
    "Telefon privat",
    "Telefon kom.",
    "Numéro de téléphone",
    "Teléfono móvil",
    "Numero di telefono",
    "Portable",
    "Puhelin",
    "Cep Telefonu",
    "Телефон",
    "Мобильный телефон",
    "Τηλέφωνο",
    "Số điện thoại",
    "No. HP",
    "携帯電話番号",
    "手机号码",
    "휴대폰번호",
    "رقم الهاتف",
  ])("with the header %s", (head) => {
    for (const sign of [",", ";", "\t", " | "]) {
      const rows = phones.map((phone) => ["Ada", phone, "Bonn"].join(sign));
      expect(valuesIn([["Name", head, "City"].join(sign), ...rows].join("\n"))).toEqual(phones);
    }
    const quoted = `"Name","${head}","City"\n"Ada","${phones[0]}","Bonn"`;
    for (const text of [quoted, JSON.stringify({ file: quoted })])
      expect(valuesIn(text), text).toEqual([phones[0]]);
  });

  it("with spaces behind the commas", () => {
    expect(valuesIn(`id, name, phone\n1, Ada, ${phones[1]}`)).toEqual([phones[1]]);
  });

  it("with a header that is centered between bars, as psql prints it", () => {
    const rows = phones.map((phone) => `  1 | ada@example.org | ${phone}`);
    const heads =
      " id |        mail        |     phone      \n----+--------------------+----------------";
    expect(valuesIn([heads, ...rows].join("\n")).filter((value) => !value.includes("@"))).toEqual(
      phones,
    );
  });

  it.each([
    ["", ""],
    ["`", "`"],
    ['"', '"'],
    ["[", "]"],
  ])("of an INSERT, with names in %s%s", (open, close) => {
    const names = ["id", "home_phone", "city"].map((name) => open + name + close).join(", ");
    const rows = phones.map((phone) => `(1, '${phone}', 'Bonn')`).join(",\n");
    expect(valuesIn(`INSERT INTO users (${names}) VALUES\n${rows};`)).toEqual(phones);
  });

  it.each([
    ["a delimiter", "Müller, Anna"],
    ["a line break", "first\nsecond, and last"],
    ["quotes", 'the ""best"", of all'],
  ])("beside a cell in quotes that contains %s", (_what, cell) => {
    const rows = phones.map((phone, row) => (row === 1 ? `x,${phone},1` : `"${cell}",${phone},1`));
    const text = ["note,phone,id", ...rows].join("\n");
    expect(valuesIn(text)).toEqual(phones);
    expect(valuesIn(JSON.stringify({ file: text }))).toEqual(phones);
  });

  it.each([
    ["first", (phone: string) => `COPY t (phone, id) FROM stdin;\n${phone}\t1\n\\.\n`],
    ["last", (phone: string) => `COPY t (id, phone) FROM stdin;\n1\t${phone}\n\\.\n`],
  ])("that is the %s of a COPY", (place, text) => {
    for (const phone of phones) {
      const dump = text(phone);
      for (const one of [dump, dump.replaceAll("\n", "\r\n")])
        expect(valuesIn(one), one).toEqual([phone]);
      if (place === "last") expect(valuesIn(JSON.stringify({ dump }))).toEqual([phone]);
    }
  });

  it("of a COPY", () => {
    const rows = phones.map((phone) => `1\t${phone}\tBonn`).join("\n");
    expect(valuesIn(`COPY public.users (id, tel, city) FROM stdin;\n${rows}\n\\.\n`)).toEqual(
      phones,
    );
  });

  it.each([
    ["begin", (one: string) => one.padEnd(12)],
    ["end", (one: string) => one.padStart(12)],
  ])("whose values all %s at the same place as the header", (_where, padded) => {
    const rows = ["phone", ...phones].map((one) => `Ada  ${padded(one)}  Bonn`.replace(/ +$/, ""));
    const text = rows.join("\n").replace("Ada", "   ");
    expect(valuesIn(text)).toEqual(phones);
    expect(valuesIn(JSON.stringify({ log: text }))).toEqual(phones);
  });

  it.each([
    ["a rule of equals signs", "==== ===========\nid   phone\n==== ===========", "1    ", ""],
    ["a rule of dashes", "id   phone        city\n---  -----------  -----", "1    ", "   Bonn"],
    ["a drawn frame", "│ id │ phone      │\n├────┼────────────┤", "│  1 │ ", " │"],
    [
      "a dashed frame",
      "│ id ┆ phone      │\n│ -- ┆ ---        │\n╞════╪════════════╡",
      "│ 1  ┆ ",
      " │",
    ],
    ["Org mode", "| id | phone       |\n|----+-------------|", "|  1 | ", " |"],
  ])("of a table of text with %s", (_what, head, before, after) => {
    const text = [head, ...phones.map((phone) => before + phone + after)].join("\n");
    for (const one of [text, text.replace(/^/gm, "    ")]) expect(valuesIn(one)).toEqual(phones);
  });

  it("in a list, also if its line breaks are escaped", () => {
    const numbers = ["0306211654", "0306211655"];
    const yaml = "user:\n  contact:\n    phones:\n      - ONE\n      - TWO\nend";
    const json = JSON.stringify({ user: { contact: { phones: numbers } } }, null, 2);
    for (const text of [
      "phones:\n  - ONE\n  - TWO\nend",
      "Phone numbers:\nONE\nTWO\nThanks",
      yaml,
      json,
    ]) {
      const list = text.replace("ONE", "0306211654").replace("TWO", "0306211655");
      for (const one of [list, JSON.stringify({ note: list })])
        expect(valuesIn(one), one).toEqual(numbers);
    }
  });

  it("but not under headers that only mention telephones, nor in calls", () => {
    for (const text of [
      "name,phone verified at,x\nAda,20250302,y",
      "Phone model,Mobile users,SMS sent\nA52,48211734,77120934",
      "def f(name, phone):\n    g(1, 2345678)",
      "Our phone number list,\nas of 2024, 12345678",
    ])
      expect(valuesIn(text), text).toEqual([]);
  });
});

it("measurements and dates below the name of a device are no telephone numbers", () => {
  const texts = [
    "         model     phone     mobile\n0     resnet50  0.761234  10.771234\n1        vgg16  0.661234  11.671234\n",
    "Date        Mobile    Desktop\n2024-05-01  12345.67  2345.61\n",
    "id,phone,mobile\n1,0.123456,0.2345678\n2,0.2234567,0.3345\n",
    "Name    Phone\nUpdate  2024-05-01\nBackup  2024/05/12\n",
  ];
  for (const text of texts) expect(valuesIn(text), text).toEqual([]);
});

it("counts below or beside the name of a device, next to other devices, are no telephone numbers", () => {
  const texts = [
    "date,desktop,mobile,tablet\n2024-01-01,12345678,23456789,345678\n",
    "| Feature | Mobile | Desktop |\n|---|---|---|\n| Bundle size | 1234567 | 2345678 |\n",
    "   year   mobile  desktop\n0  2021  1234567  2345678\n1  2022  1334567  2245678\n",
    "radio,mcc,net,area,cell\nLTE,262,2,801,86355231\nLTE,262,2,801,86355232\n",
    "Device | Sessions\nMobile | 1234567\nDesktop | 7654321\n",
    "Device    Sessions\nDesktop   7654321\nMobile    1234567\n",
  ];
  for (const text of texts) expect(valuesIn(text), text).toEqual([]);
  expect(valuesIn("Name | Ada\nMobile | 98765432\nPet | cat\n")).toEqual(["98765432"]);
});

it.each([
  "Name: Ada\nMobile: 98765432\nLaptop: XPS 13\n",
  "Mobile: 98765432\nI cannot log in on my laptop.\n",
  "My tablet is broken.\nPhone: 98765432\n",
  "name,mobile,laptop\nAda,98765432,XPS 13\n",
  "| Name | Mobile | Desktop |\n|---|---|---|\n| Ada | 0770 0900123 | OptiPlex |\n",
  JSON.stringify("name,mobile,city\nAda,98765432,Bonn\n\nMy desktop does not start"),
])("telephone numbers of people who mention a computer are found: %j", (text) => {
  expect(valuesIn(text)).toEqual([text.includes("0770") ? "0770 0900123" : "98765432"]);
});

it("Social Security and taxpayer numbers are found under headers of several words", () => {
  for (const head of ["Social Security Number", "SSN #", "Tax ID", "taxpayer_id"])
    expect(valuesIn(`Name,${head},City\nAda,295184443,Bonn\nBob,295 18 4447,Ulm`)).toEqual([
      "295184443",
      "295 18 4447",
    ]);
});

it("NHS numbers are found in every row below their header", () => {
  const numbers = ["943 476 5919", "4010232137", "943-476-5870"];
  const rows = numbers.map((number) => `Ada Lovelace of a very long street in Bonn,${number},x`);
  expect(valuesIn(["Name,NHS Number,x", ...rows].join("\n"))).toEqual(numbers);
  expect(valuesIn("Name,NHS Number,x\nAda,9434765918,y")).toEqual([]);
});
