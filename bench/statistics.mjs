export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of ratios taken round by round, so that what slows down a whole round cancels out. */
export function medianRatio(values, others) {
  return median(values.map((value, round) => value / others[round]));
}

export function medianDifference(values, others) {
  return median(values.map((value, round) => value - others[round]));
}

/**
 * Runs `measure(worker)` for every worker, `rounds` times alternately. Each round starts with a
 * different worker, so that none always follows the same one.
 */
export async function interleave(workers, rounds, measure) {
  const results = Object.fromEntries(workers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < workers.length; turn += 1) {
      const worker = workers[(round + turn) % workers.length];
      results[worker.name].push(await measure(worker));
    }
  }
  return results;
}
