/**
 * Where focus goes when a press takes away what has it, and nobody who knows better says where to: to what is new there, or
 * to the heading that it stood under. Browsers would give it to the page's body, which is nowhere (WCAG 2.4.3).
 */
const headings = 'h1, h2, h3';

/** ms in which whoever knows better moves it: a list (keep-focus.ts), a new page, the opener of a dialog. */
const patience = 100;

interface Pressed {
  element: Element;
  /** What it stood in, from within. */
  around: readonly Element[];
  /** The heading that it stood under. */
  under: Element | undefined;
  known: ReadonlySet<Element>;
}

const headingsOf = (place: ParentNode): Element[] => [...place.querySelectorAll(headings)];

function ancestorsOf(element: Element): Element[] {
  const around: Element[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) around.push(one);
  return around;
}

function noteOf(element: Element): Pressed {
  const place = element.closest('dialog, main');
  const isBefore = (one: Element) =>
    (one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return {
    element,
    around: ancestorsOf(element),
    under: place === null ? undefined : headingsOf(place).findLast(isBefore),
    known: new Set(headingsOf(document)),
  };
}

/** The first of them that takes the focus: what is hidden does not. */
function focusFirst(candidates: readonly (Element | undefined)[], preventScroll: boolean): void {
  for (const one of candidates) {
    if (!(one instanceof HTMLElement) || !one.isConnected) continue;
    if (!one.hasAttribute('tabindex')) one.tabIndex = -1;
    one.focus({ preventScroll });
    if (document.activeElement === one) return;
  }
}

function giveFocus({ around, under, known }: Pressed): void {
  const left = around.find((one) => one.isConnected) ?? document.body;
  const place = left.closest('dialog, main') ?? document.querySelector('main') ?? document.body;
  const fresh = headingsOf(left).filter((one) => !known.has(one) && place.contains(one));
  // A strip over the page is no reason to leave the place that is being read.
  const isOutside = !around.some((one) => one.matches('dialog, main'));
  focusFirst([...fresh, under, ...headingsOf(place), place], isOutside);
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** For the whole page, strips and dialogs among it. @returns ends it */
export function catchLostFocus(): () => void {
  let pressed: Pressed | undefined;
  const changes = new MutationObserver(() => {
    if (pressed === undefined || pressed.element.isConnected) return;
    const lost = pressed;
    forget();
    setTimeout(() => {
      if (isNowhere()) giveFocus(lost);
    }, patience);
  });
  const forget = () => {
    pressed = undefined;
    changes.disconnect();
  };
  const note = () => {
    const { activeElement } = document;
    // Where a press does not focus, nothing is lost.
    if (activeElement === null || activeElement === document.body) return;
    pressed = noteOf(activeElement);
    changes.observe(document.body, { childList: true, subtree: true });
  };
  const leave = ({ target }: FocusEvent) => {
    if (target !== pressed?.element) forget();
  };
  // Before the press does what it does; sending a form from a field presses its button.
  document.addEventListener('click', note, true);
  document.addEventListener('focusin', leave);
  return () => {
    forget();
    document.removeEventListener('click', note, true);
    document.removeEventListener('focusin', leave);
  };
}
