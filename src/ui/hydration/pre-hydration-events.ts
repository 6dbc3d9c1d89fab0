/**
 * What the page does before its scripts are there: the server's markup is on the screen, and nothing else runs until
 * the first picture has come. A press or a word that comes too early is kept and given again, so that no "add to cart"
 * is lost; the visitor's first input starts everything at once. No library here: these are the page's first bytes.
 */
import { wantParts } from './retry-script.ts';

const inBrowser = typeof document !== 'undefined';
/** No page came from the server: the installed shell starts from what the device has, and has nothing to wait for. */
export const isShell = inBrowser && document.getElementById('boot') === null;

let give: () => void = () => {};
/** Resolves when a person is there: a touch, a key, a moved pointer, a scroll, a step back. At once in the shell. */
export const firstSign: Promise<void> =
  inBrowser && !isShell
    ? new Promise((resolve) => {
        give = resolve;
      })
    : Promise.resolve();

/** The pictures that nobody sees yet may come now (src/ui/base.css). */
export function showOthers(): void {
  delete document.documentElement.dataset['first'];
}

/** Somebody, or the page itself by going elsewhere, needs all of it now. */
export function wakePage(): void {
  give();
  showOthers();
}

/**
 * Whether React would handle an event here. It says so itself: the frame around everything answers this event (hydration-probe.tsx),
 * which reaches it from an element that is hydrated, and from no other. An event of media, of which the shop has none.
 */
export const isHydrated = (element: Element): boolean =>
  !element.dispatchEvent(new Event('emptied', { cancelable: true }));

/**
 * Finds an element again in a new drawing of its part. Helpers of the browser (password managers, translators) put elements of
 * their own into the markup, and React then draws a part anew instead of taking it over: what was pressed is no longer there, but
 * one of the same kind, value, name and words is.
 */
function twinOf<E extends HTMLElement>(element: E): () => E | undefined {
  let selector = element.localName;
  for (const name of [
    'type',
    /radio|checkbox/.test(selector + element.getAttribute('type')) ? 'value' : '',
    'aria-label',
  ]) {
    const value = name && element.getAttribute(name);
    if (value) selector += `[${name}=${JSON.stringify(value)}]`;
  }
  const words = element.textContent;
  const alike = () => [...document.querySelectorAll<E>(selector)].filter((one) => one.textContent === words);
  const at = alike().indexOf(element);
  return () => alike()[at];
}

/**
 * React tells nobody when it takes an element over, so it is looked at frame by frame. Over a thin line scripts take minutes, and
 * the press still counts; after ten it is over. Frames keep the order in which things were pressed: a pack is chosen before the
 * button that was pressed after it buys.
 */
export function onceHydrated<E extends HTMLElement>(
  element: E,
  then: (element: E) => void,
  twin = twinOf(element),
): void {
  let frames = 36e3;
  const look = (one: E) => {
    if (one.isConnected && isHydrated(one)) then(one);
    else if (frames--) requestAnimationFrame(() => look(one.isConnected ? one : (twin() ?? one)));
  };
  look(element);
}

/**
 * A press that comes before its part is hydrated is given again once it is. Links and folding lists do their work without scripts
 * and are left alone; what a submit button does is kept below.
 */
function keepEarlyPress(event: MouseEvent): void {
  const on = moved;
  moved = null;
  // A key's click counts no presses, nor does one that is given here.
  if (on && event.detail > 0 && !on.contains(event.target as Node)) {
    refuse(event);
    return pressOnceHydrated(on);
  }
  const pressed =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('button, label, input[type="radio"], input[type="checkbox"]')
      : null;
  // A label is pressed for its field, which has a name of its own.
  const target = pressed instanceof HTMLLabelElement ? (pressed.control ?? pressed) : pressed;
  if (!target || isHydrated(target) || target.getAttribute('type') === 'submit') return;
  refuse(event);
  pressOnceHydrated(target, pressed ?? target);
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param shown says meanwhile that it was noticed */
export function pressOnceHydrated(target: HTMLElement, shown = target): void {
  wakePage();
  wantParts(true);
  shown.setAttribute('aria-busy', 'true');
  onceHydrated(target, (hydrated) => {
    wantParts(false);
    shown.removeAttribute('aria-busy');
    hydrated.click();
  });
}

let down: { event: PointerEvent; on: HTMLElement; top: number; twin?: () => HTMLElement | undefined } | null =
  null;
/** What was pressed and has moved away since, under a pointer that has not. */
let moved: HTMLElement | null = null;

const boxOf = (element: Element) => element.getBoundingClientRect();

/**
 * A mouse that goes down on what React is drawing anew comes up on another element, or on none for as long as that takes, and the
 * browser makes no click of it. A finger's click is made of what is there where it is lifted. What was hydrated when it was
 * pressed and is gone since went by the page's own will: a list that closes, a row that leaves. What has only moved (a notice
 * above it came or went) is given the click that the browser makes on another element.
 */
function followPointer(event: PointerEvent): void {
  const { target, type, isPrimary, button, clientX, clientY } = event;
  const before = down;
  down = moved = null;
  if (type === 'pointerdown') {
    const on = target instanceof Element && target.closest<HTMLElement>('button, label, input, a');
    if (on && isPrimary && button === 0)
      down = { event, on, top: boxOf(on).top, ...(!isHydrated(on) && { twin: twinOf(on) }) };
  } else if (
    type === 'pointerup' &&
    before &&
    Math.hypot(clientX - before.event.clientX, clientY - before.event.clientY) < 9
  ) {
    const { on, twin } = before;
    const { top, height } = boxOf(on);
    if (height > 0 && top !== before.top) moved = on;
    else if (twin && !on.isConnected && (event.pointerType === 'mouse' || !twin())) {
      wakePage();
      onceHydrated(on, (hydrated) => hydrated.click(), twin);
    }
  }
}

/** A form of ours that is sent too early (form.tsx): sent again, with all that was typed, once it is hydrated. */
function keepEarlySubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (form.method !== 'post' || isHydrated(form)) return;
  event.preventDefault();
  wakePage();
  onceHydrated(form, (hydrated) => hydrated.requestSubmit());
}

/** A choice or a word that comes too early: React puts the old value back when it takes over, so it is made again. */
function keepEarlyValue(event: Event): void {
  const field = event.target;
  const isList = field instanceof HTMLSelectElement;
  if (
    !(isList || field instanceof HTMLInputElement) ||
    isList !== (event.type === 'change') ||
    isHydrated(field)
  )
    return;
  const { value } = field;
  wakePage();
  onceHydrated<HTMLInputElement | HTMLSelectElement>(field, (hydrated) =>
    repeatInput(hydrated, event.type, value),
  );
}

/** Makes an input or a choice of before hydration again: React puts its own value into the field when it takes it over. */
export function repeatInput(field: HTMLInputElement | HTMLSelectElement, type: string, value: string): void {
  // What was chosen lies in the field, which a page can only empty: React learns of it by this.
  if (field.type === 'file') return void field.dispatchEvent(new Event('change', { bubbles: true }));
  // React takes an event for news only when the value differs from the one it was told last.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(type, { bubbles: true }));
  // It was left before anybody listened, and is judged by that: a count that was typed is what the press after it buys.
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

if (inBrowser) {
  addEventListener('click', keepEarlyPress, { capture: true });
  addEventListener('pointerdown', followPointer, { capture: true });
  addEventListener('pointerup', followPointer, { capture: true });
  addEventListener('pointercancel', followPointer, { capture: true });
  addEventListener('submit', keepEarlySubmit, { capture: true });
  addEventListener('change', keepEarlyValue, { capture: true });
  addEventListener('input', keepEarlyValue, { capture: true });
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll', 'wheel', 'popstate']) {
    addEventListener(sign, wakePage, { once: true, capture: true, passive: true });
  }
  // In the place of a picture that failed `base.css` draws, until it comes. A load is told to the document, and not to the window.
  for (const end of ['load', 'error'])
    document.addEventListener(
      end,
      ({ target }) => target instanceof Element && target.toggleAttribute('data-missing', end === 'error'),
      true,
    );
}

/** ms; a picture that takes longer than this holds nothing up. */
const longestWait = 2_500;

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Resolves when the picture has come, or will not. */
const isThere = (picture: HTMLImageElement) =>
  new Promise<void>((resolve) => {
    if (picture.complete) resolve();
    else for (const end of ['load', 'error']) picture.addEventListener(end, () => resolve(), { once: true });
  });

/** Told by the browser and not measured: to measure what stands below the screen it would have to be laid out. */
const inView = (elements: Iterable<Element>) =>
  new Promise<Set<Element>>((resolve) => {
    let isNone = true;
    const watch = new IntersectionObserver((entries) => {
      watch.disconnect();
      resolve(new Set(entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)));
    });
    for (const element of elements) {
      watch.observe(element);
      isNone = false;
    }
    if (isNone) resolve(new Set());
  });

const pictures = () => [...document.images];

async function picturesInView(): Promise<void> {
  await nextFrame();
  await Promise.all([...(await inView(pictures()))].map((picture) => isThere(picture as HTMLImageElement)));
  await nextFrame();
}

/** Those that were held back and stand in the first screen come now: their places are looked at, they themselves are lifted out. */
async function showSeen(): Promise<void> {
  const held = pictures().filter(({ loading, complete }) => loading === 'lazy' && !complete);
  const places = await inView(held.flatMap(({ parentElement }) => parentElement ?? []));
  for (const picture of held)
    if (picture.parentElement && places.has(picture.parentElement)) picture.loading = 'eager';
}

/**
 * Resolves when the first look of the page is complete: the first pictures in view are painted. Until then scripts would only
 * take the line and the processor away from them. A hidden page paints none, so time ends the wait too. The pictures that
 * nobody sees yet come once the page is hydrated (`showOthers`): drawn while scripts are read, they took as long again from those.
 */
export async function firstLook(): Promise<void> {
  const noted = window as { pressed?: HTMLElement[] | null };
  const pressed = noted.pressed ?? [];
  // From here on a press and a failed script are this script's to answer, in the shell too.
  noted.pressed = null;
  if (isShell) {
    showOthers();
    return;
  }
  // Without it what was pressed is lost, and nothing else.
  if (pressed.length > 0)
    await import('./pre-hydration-presses.ts').then(
      ({ replayPresses }) => replayPresses(pressed),
      () => {},
    );
  await Promise.race([
    picturesInView(),
    firstSign,
    new Promise<void>((resolve) => setTimeout(resolve, longestWait)),
  ]);
  void showSeen();
}

/** Lets what waits (a touch, a frame) go first; the installed shell has only itself to wait for. */
export function breathe(): Promise<void> {
  return isShell ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve));
}
