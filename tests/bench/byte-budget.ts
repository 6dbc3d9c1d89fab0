/** Fails when the first visit of home, category or product fetches more than the budget (kilobytes of brotli, 1 KB = 1024). */
import { firstScreens, firstVisit } from './first-visit-bytes.ts';

const budget = { scripts: 100 * 1024, styles: 10 * 1024 };
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

let over = false;
for (const [screen, module] of firstScreens) {
  const visit = firstVisit(screen, module);
  const bad = visit.scripts > budget.scripts || visit.styles > budget.styles;
  over ||= bad;
  console.log(
    `${screen}: scripts ${kilobytes(visit.scripts)} of ${kilobytes(budget.scripts)}, styles ${kilobytes(visit.styles)} of ${kilobytes(budget.styles)}${bad ? '  OVER BUDGET' : ''}`,
  );
  if (bad)
    for (const one of visit.files.toSorted((a, b) => b.bytes - a.bytes))
      console.log(`  ${kilobytes(one.bytes)} ${one.file}`);
}
process.exitCode = over ? 1 : 0;
