// One variant in a process of its own, controlled over IPC. Started with --expose-gc.
import { setImmediate } from "node:timers/promises";

const OBJECT_CHUNK = { choices: [{ index: 0, delta: { content: "token " }, finish_reason: null }] };

let variant;

/** Runs `work` `count` times, `width` at once, and waits for the work after the calls. */
async function runAtOnce(count, width, work) {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  await variant.settle();
}

/** CPU time of the whole process while `work` runs, in microseconds. */
async function cpuOf(work) {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return used.user + used.system;
}

/** An in-memory provider that yields the same object again and again, with a minimal iterator. */
function objectSource(count) {
  let left = count;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      left -= 1;
      return Promise.resolve(
        left >= 0 ? { value: OBJECT_CHUNK, done: false } : { value: undefined, done: true },
      );
    },
    return() {
      left = 0;
      return Promise.resolve({ value: undefined, done: true });
    },
  };
}

async function drain(iterable) {
  let seen = 0;
  for await (const chunk of iterable) if (chunk !== undefined) seen += 1;
  return seen;
}

const SSE_EVENT = new TextEncoder().encode(`data: ${JSON.stringify(OBJECT_CHUNK)}\n\n`);

/** A `fetch` that responds from memory, with one event per chunk. */
async function memoryFetch(_input, init) {
  let left = Number(JSON.parse(init.body).max_tokens);
  const body = new ReadableStream({
    pull(controller) {
      left -= 1;
      if (left >= 0) controller.enqueue(SSE_EVENT.slice());
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function readBytes(fetchLike, url, count) {
  const response = await fetchLike(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer bench" },
    body: JSON.stringify({
      model: "gpt-4o-mini",
      messages: [{ role: "user", content: "hello" }],
      stream: true,
      max_tokens: count,
    }),
  });
  const reader = response.body.getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.byteLength;
  }
}

/** Between the collections run what they have scheduled: until then, it holds what it cleans up. */
async function collect() {
  for (let i = 0; i < 4; i += 1) {
    globalThis.gc();
    await setImmediate();
  }
}

const jobs = {
  async open({ name, env }) {
    const { open } = await import(`./variants/${name}.mjs`);
    variant = open(env);
  },
  calls: ({ count, width }) => cpuOf(() => runAtOnce(count, width, variant.chat)),
  async heap({ count, width }) {
    await collect();
    const before = process.memoryUsage().heapUsed;
    await runAtOnce(count, width, variant.chat);
    await collect();
    return process.memoryUsage().heapUsed - before;
  },
  peakRss: () => process.resourceUsage().maxRSS * 1024,
  objects: ({ streams, count }) =>
    cpuOf(async () => {
      for (let i = 0; i < streams; i += 1) {
        const seen = await drain(await variant.objects(objectSource(count)));
        if (seen !== count) throw new Error(`${seen} chunks of ${count}`);
      }
      await variant.settle();
    }),
  memoryBytes: ({ streams, count, url }) =>
    cpuOf(async () => {
      const fetchLike = variant.guardFetch?.(memoryFetch) ?? memoryFetch;
      for (let i = 0; i < streams; i += 1) await readBytes(fetchLike, url, count);
      await variant.settle();
    }),
  wireBytes: ({ streams, count, url }) =>
    cpuOf(async () => {
      for (let i = 0; i < streams; i += 1) await readBytes(variant.fetch, url, count);
      await variant.settle();
    }),
  /** Milliseconds from the call to the first chunk, one call after the other. */
  async firstChunk({ count }) {
    const times = [];
    for (let i = 0; i < count; i += 1) {
      const begun = performance.now();
      const stream = await variant.chatStream(5);
      let first;
      for await (const _ of stream) first ??= performance.now() - begun;
      times.push(first);
      await variant.settle();
    }
    return times;
  },
  async guardRoundTrip({ count }) {
    const times = [];
    for (let i = 0; i < count; i += 1) {
      const begun = performance.now();
      await variant.guardOnly();
      times.push(performance.now() - begun);
    }
    return times;
  },
  /** Every call is expected to fail here. */
  async outage({ count, width }) {
    let refused = 0;
    await runAtOnce(count, width, () =>
      variant.call().catch(() => {
        refused += 1;
      }),
    );
    return refused;
  },
};

process.on("message", async ({ job, ...options }) => {
  if (job === "close") {
    await variant.close();
    process.exit(0);
  }
  try {
    process.send({ value: (await jobs[job](options)) ?? null });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.on("disconnect", () => process.exit(1));
