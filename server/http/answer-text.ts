import { escapeJson, serialiseData } from '#lib/serialise-data.ts';

/** Answers to their JSON, fit for a script element; an answer that is no longer held anywhere takes its text with it. */
const texts = new WeakMap<object, string>();

/** Says which JSON text an answer was read from. The answer must not be changed afterwards. */
export function rememberText(answer: object, json: string): void {
  texts.set(answer, escapeJson(json));
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
