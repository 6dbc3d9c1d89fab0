import { escapeJson, serialiseData } from '#lib/serialise-data.ts';

/**
 * Answers to their JSON in UTF-8, fit for a script element; an answer that is no longer held anywhere takes it with it. As
 * bytes: to write the same letters into every page anew took a thirtieth of it.
 */
const written = new WeakMap<object, Buffer>();

/** Lists that were read last, by their text or its mark: the same few stand in most pages. Some 200 KB each. */
const read = new Map<string, object>();
const mostRead = 16;

function recall(mark: string): object | undefined {
  const known = read.get(mark);
  if (known === undefined) return undefined;
  // In the order of their last use.
  read.delete(mark);
  read.set(mark, known);
  return known;
}

function keep(mark: string, json: string): object {
  const answer = JSON.parse(json) as object;
  written.set(answer, Buffer.from(escapeJson(json)));
  read.set(mark, answer);
  const [oldest] = read.keys();
  if (read.size > mostRead && oldest !== undefined) read.delete(oldest);
  return answer;
}

/** The answer of a JSON text, which it keeps. It may be the same as an earlier one's, and must not be changed. */
export const readAnswer = (json: string): object => recall(json) ?? keep(json, json);

interface MarkedText {
  etag: string;
  json: Buffer;
}

/** The same of an answer with a mark of its content: one that was read before need not even be written. */
export async function readMarked(
  answer: MarkedText | { etag: string; write: () => MarkedText | Promise<MarkedText> },
): Promise<object> {
  const known = recall(answer.etag);
  if (known !== undefined) return known;
  const { etag, json } = 'write' in answer ? await answer.write() : answer;
  return recall(etag) ?? keep(etag, json.toString());
}

/** The answer as JSON that may stand inside a `<script>` element, in UTF-8; what was written before is not written anew. */
export function bytesOfAnswer(answer: unknown): Buffer {
  if (typeof answer !== 'object' || answer === null) return Buffer.from(serialiseData(answer ?? null));
  let bytes = written.get(answer);
  if (bytes === undefined) {
    bytes = Buffer.from(serialiseData(answer));
    written.set(answer, bytes);
  }
  return bytes;
}
