import { escapeJson, serialiseData } from '#lib/serialise-data.ts';

/** Answers to their JSON, fit for a script element; an answer that is no longer held anywhere takes its text with it. */
const texts = new WeakMap<object, string>();

/** Lists that were read last, by their text: the same few stand in most pages. Some 200 KB each. */
const read = new Map<string, object>();
const mostRead = 16;

/** The answer of a JSON text, which it keeps. It may be the same as an earlier one's, and must not be changed. */
export function readAnswer(json: string): object {
  const known = read.get(json);
  const answer = known ?? (JSON.parse(json) as object);
  if (known === undefined) texts.set(answer, escapeJson(json));
  read.delete(json);
  read.set(json, answer);
  // In the order of their last use.
  const [oldest] = read.keys();
  if (read.size > mostRead && oldest !== undefined) read.delete(oldest);
  return answer;
}

/** The answer as JSON that may stand inside a `<script>` element; the text of an answer given before is not made anew. */
export function textOfAnswer(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return serialiseData(answer ?? null);
  let text = texts.get(answer);
  if (text === undefined) {
    text = serialiseData(answer);
    texts.set(answer, text);
  }
  return text;
}
