/** Fails when the first visit of a screen fetches more than its budget (kilobytes of brotli, 1 KB = 1024). */
import { byteBudgets, firstVisit } from './first-visit-bytes.ts';

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

let over = false;
for (const { screen, ...budget } of byteBudgets) {
  const visit = firstVisit(screen);
  const bad = visit.scripts > budget.scripts * 1024 || visit.styles > budget.styles * 1024;
  over ||= bad;
  console.log(
    `${screen}: scripts ${kilobytes(visit.scripts)} of ${String(budget.scripts)} KB, styles ${kilobytes(visit.styles)} of ${String(budget.styles)} KB${bad ? '  OVER BUDGET' : ''}`,
  );
  if (bad)
    for (const one of visit.files.toSorted((a, b) => b.bytes - a.bytes))
      console.log(`  ${kilobytes(one.bytes)} ${one.file}`);
}
process.exitCode = over ? 1 : 0;
