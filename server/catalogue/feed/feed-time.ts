/** Moments as feeds write them: ISO 8601, with or without an offset, seconds and hours. */

/** Where the shop's day begins and ends. */
const zone = 'Europe/Vilnius';
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Milliseconds by which the shop's clock is ahead of UTC then. */
function ahead(time: number): number {
  const part = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour % 24, minute, second) - Math.floor(time / 1000) * 1000;
}

/**
 * The moment as ISO text in UTC, or null for what is none. Without an offset it is of the shop's clock; a day without
 * an hour begins at midnight, or ends there when it is the last one.
 */
export function readMoment(text: string, isEnd = false): string | null {
  const parts =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?(?:\d{2})?)?)?$/i.exec(
      text.trim(),
    );
  if (!parts) return null;
  const [, year, month, day, hour, minute, second, offset] = parts;
  const date = `${year}-${month}-${day}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse takes 31 February for the 3rd of March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return null;
  if (Number(hour ?? 0) > 24 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return null;
  const days = hour === undefined && isEnd ? 1 : 0;
  const local =
    midnight +
    days * 86_400_000 +
    Number(hour ?? 0) * 3_600_000 +
    Number(minute ?? 0) * 60_000 +
    Number(second ?? 0) * 1000;
  if (offset === undefined) {
    const first = local - ahead(local);
    return new Date(local - ahead(first)).toISOString();
  }
  const [sign = '', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset)?.slice(1) ?? [];
  const shift = (Number(hours) * 60 + Number(minutes || 0)) * 60_000 * (sign === '-' ? -1 : 1);
  return new Date(local - shift).toISOString();
}

/** `from/until`; null for what is no span of time. */
export function readSpan(text: string): { from: string; until: string } | null {
  const ends = text.split('/');
  const from = readMoment(ends[0] ?? '');
  const until = readMoment(ends[1] ?? '', true);
  return ends.length === 2 && from !== null && until !== null && from < until ? { from, until } : null;
}
