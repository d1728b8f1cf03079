// One call that is allowed and one that is denied, against the package's own data plane.
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

module.exports = async function twoCalls(
  { GuardedModelClient, guardErrorOf },
  { startLocalDataPlane },
) {
  const dispatcher = globalThis[DISPATCHER];
  const plane = await startLocalDataPlane();
  const guard = new GuardedModelClient(plane.clientOptions);
  const execute = async () => "Paris";

  const question = "What is the capital of France?";
  const { output, decision, delivery } = await guard.call({ model: "m", input: question, execute });
  await delivery;

  plane.script("guard", [{ status: 200, body: { allowed: false, reason: "no" } }]);
  const denied = await guard.call({ model: "m", input: "no", execute }).catch(guardErrorOf);
  const { delivered, pending } = await guard.close();
  const stored = plane.events().map((event) => event.input);
  await plane.close();

  console.log(
    JSON.stringify({
      output,
      decision: decision.allowed,
      delivered,
      pending,
      denied: denied.code,
      stored,
      globalDispatcher: Object.is(dispatcher, globalThis[DISPATCHER]) ? "as before" : "replaced",
    }),
  );
};
