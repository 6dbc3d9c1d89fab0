import { onceHydrated, pressOnceHydrated, repeatInput } from './pre-hydration-events.ts';

/**
 * Before even the first script had come, a line of the page (index.html) noted what was pressed. Of the buttons each is pressed
 * again once it is hydrated. What was chosen and counted until then stands in the fields: React would put its own value back, and
 * another thing would be bought than was seen.
 */
export function replayPresses(pressed: readonly HTMLElement[]): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>('main input[type=radio]:checked')) {
    if (choice.defaultChecked) continue;
    const before = `input[name=${JSON.stringify(choice.name)}][checked]`;
    choice.checked = false;
    for (const one of document.querySelectorAll<HTMLInputElement>(before)) one.checked = true;
    pressOnceHydrated(choice);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('main input[inputmode=numeric]')) {
    const { value, defaultValue } = field;
    if (value !== defaultValue) onceHydrated(field, (hydrated) => repeatInput(hydrated, 'input', value));
  }
  for (const one of pressed) if (one.localName === 'button') pressOnceHydrated(one);
}
