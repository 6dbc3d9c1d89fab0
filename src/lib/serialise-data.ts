/**
 * JSON that may stand inside a `<script>` element of any type: no character of it can close the element or open a
 * comment (R7.80). The only writer of page state and structured data.
 */
export function serialiseData(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** JSON text that was written elsewhere, made fit for a `<script>` element in the same way. */
export function escapeJson(json: string): string {
  return markup.test(json)
    ? json.replace(allMarkup, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;
}

const markup = /[<>&\u2028\u2029]/;
const allMarkup = new RegExp(markup, 'g');
