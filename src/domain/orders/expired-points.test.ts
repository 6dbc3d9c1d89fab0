import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expiredPoints, type PointsEntry } from './expired-points.ts';

const day = (at: number) => new Date(at * 86_400_000);

test('the oldest points are spent first, and what is left of them ends with its day', () => {
  const entries: PointsEntry[] = [
    { points: 100, reason: 'earned', at: day(1) },
    { points: 50, reason: 'earned', at: day(10) },
    { points: -30, reason: 'spent', at: day(12) },
  ];
  expect(expiredPoints(entries, day(0))).toBe(0);
  expect(expiredPoints(entries, day(1))).toBe(70);
  expect(expiredPoints([...entries, { points: -70, reason: 'expired', at: day(20) }], day(1))).toBe(0);
  expect(expiredPoints(entries, day(10))).toBe(120);
});

test('what an order gives back is as old as what it had spent', () => {
  const entries: PointsEntry[] = [
    { points: 100, reason: 'earned', at: day(1) },
    { points: -100, reason: 'spent', at: day(2) },
  ];
  expect(expiredPoints(entries, day(5))).toBe(0);
  expect(expiredPoints([...entries, { points: 100, reason: 'given_back', at: day(4) }], day(5))).toBe(100);
});

test('any history: written off day by day is what a list of packets, taken from the oldest, leaves over', () => {
  const life = 20;
  const happening = fc.record({ kind: fc.constantFrom('earn', 'spend', 'rest'), points: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 80 }), (history) => {
      const entries: PointsEntry[] = [];
      let packets: { points: number; at: number }[] = [];
      const balance = () => entries.reduce((sum, { points }) => sum + points, 0);
      for (const [at, { kind, points }] of history.entries()) {
        packets = packets.filter((packet) => packet.at > at - life);
        const expired = expiredPoints(entries, day(at - life));
        if (expired > 0) entries.push({ points: -expired, reason: 'expired', at: day(at) });
        const left = packets.reduce((sum, packet) => sum + packet.points, 0);
        expect(balance()).toBe(left);
        if (kind === 'earn') {
          entries.push({ points, reason: 'earned', at: day(at) });
          packets.push({ points, at });
        }
        if (kind === 'spend') {
          let rest = Math.min(points, left);
          entries.push({ points: -rest, reason: 'spent', at: day(at) });
          for (const packet of packets) {
            const taken = Math.min(packet.points, rest);
            packet.points -= taken;
            rest -= taken;
          }
        }
      }
    }),
  );
});
