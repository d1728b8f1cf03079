/**
 * A `fetch` that answers from recorded responses, which real requests got while `rehearse` sent
 * them. In tests of a client's own timeout, even a slow machine cannot let it pass between request
 * and response.
 */
export async function rehearsedFetch(
  rehearse: (recording: typeof fetch) => Promise<unknown>,
): Promise<typeof fetch> {
  const answers = new Map<string, () => Response>();
  const play: typeof fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const answer = answers.get(sceneOf(input, init));
    if (answer === undefined) throw new Error("Nobody has rehearsed this request.");
    return answer();
  };
  await rehearse(async (input, init) => {
    const { status, headers, text } = await wholeAnswer(input, init);
    answers.set(sceneOf(input, init), () => new Response(text, { status, headers }));
    return play(input, init);
  });
  return play;
}

type FetchArguments = Parameters<typeof fetch>;

async function wholeAnswer(...request: FetchArguments) {
  const answer = await fetch(...request);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function sceneOf(...[input, init]: FetchArguments): string {
  return `${input instanceof Request ? input.url : input} ${init?.body}`;
}
