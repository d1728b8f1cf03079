const DIGITS = { x: 2, us: 0, ns: 0, ms: 2, MB: 2, kB: 1 };

const format = (value, unit) => `${value.toFixed(DIGITS[unit])} ${unit}`;

const verdict = ({ value, limit }) => (limit === undefined ? "" : value <= limit ? "yes" : "NO");

export function printTable(rows) {
  const cells = [
    ["measure", "measured", "goal", "met"],
    ...rows.map((row) => [
      row.measure,
      format(row.value, row.unit),
      row.limit === undefined ? "" : `<= ${format(row.limit, row.unit)}`,
      verdict(row),
    ]),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  for (const line of cells) {
    const padded = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
    console.log(padded.join("  ").trimEnd());
  }
}

export function printJson(rows) {
  const entries = rows.map((row) => ({
    ...row,
    met: row.limit === undefined ? undefined : row.value <= row.limit,
  }));
  console.log(JSON.stringify({ node: process.version, rows: entries }, undefined, 2));
}
