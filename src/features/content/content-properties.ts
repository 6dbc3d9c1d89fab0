/** Reads `properties[x] = { kind, value }` of content types (R3.25); what is missing or of another kind is undefined. */
import type { ContentType } from '#contract/content.ts';

type Properties = ContentType['properties'];

function valueOf(properties: Properties, name: string): unknown {
  const property = properties[name];
  return typeof property === 'object' && property !== null && 'value' in property ? property.value : property;
}

export function textOf(properties: Properties, name: string): string | undefined {
  const value = valueOf(properties, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
export function flagOf(properties: Properties, name: string): boolean {
  return valueOf(properties, name) === true;
}
export function numberOf(properties: Properties, name: string): number | undefined {
  const value = valueOf(properties, name);
  return typeof value === 'number' ? value : undefined;
}
/** A list of codes: in `value`, or directly in the property (`newProductsBlock`, R3.22). */
export function codesOf(properties: Properties, name: string): string[] {
  const value = valueOf(properties, name);
  return Array.isArray(value) ? value.filter((code) => typeof code === 'string') : [];
}
function isPart(value: unknown): value is ContentType {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    'properties' in value &&
    typeof value.properties === 'object'
  );
}
/** Parts inside a value: slides, buttons, halves, inner content types. */
export function partsOf(properties: Properties, name: string): ContentType[] {
  const value = valueOf(properties, name);
  return Array.isArray(value) ? value.filter((part) => isPart(part)) : [];
}
