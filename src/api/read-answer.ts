/**
 * An answer of the shop as the screens can use it. What is optional in the contract may come as null (2.4), and a part that
 * cannot be read never takes the rest with it: an optional value is left out, and so is one element of a list.
 */
interface Shape {
  safeParse: (value: unknown) => {
    success: boolean;
    data?: unknown;
    error?: { issues: readonly { path: readonly PropertyKey[] }[] };
  };
}

/** Most parts that are left out of one answer: one with more is not in the shape of the contract at all. */
const mostUnreadable = 50;

/** Undefined when the answer cannot be used; otherwise without the parts named by `onUnreadable`. */
export function readAnswer(
  shape: Shape,
  value: unknown,
  onUnreadable: (path: string) => void = () => {},
): unknown {
  let result = shape.safeParse(value);
  if (result.success) return result.data;
  const rest: unknown = structuredClone(value);
  for (let left = mostUnreadable; left > 0; left -= 1) {
    const path = result.error?.issues[0]?.path;
    const dropped = path && dropAt(rest, path);
    if (!dropped) return undefined;
    if (dropped.value !== null) onUnreadable(dropped.path);
    result = shape.safeParse(rest);
    if (result.success) return result.data;
  }
  return undefined;
}

/** Takes out the innermost part on the way that is still there; null where the whole answer would go. */
function dropAt(root: unknown, path: readonly PropertyKey[]): { path: string; value: unknown } | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = path
      .slice(0, depth - 1)
      .reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], root);
    const key = path[depth - 1] ?? '';
    if (Array.isArray(parent)) {
      // Elements of a list stand for themselves; those of an order belong together.
      if (depth !== 2 || path[0] !== 'data') continue;
      const [value] = parent.splice(Number(key), 1) as unknown[];
      return { path: path.slice(0, depth).join('.'), value };
    }
    if (typeof parent !== 'object' || parent === null || !(key in parent)) continue;
    const part = parent as Record<PropertyKey, unknown>;
    const value = part[key];
    delete part[key];
    return { path: path.slice(0, depth).join('.'), value };
  }
  return null;
}
