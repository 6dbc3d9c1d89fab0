// @vitest-environment jsdom
import { act, Suspense, use } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { firstLook } from './pre-hydration-events.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const presses = vi.fn();
const chosen = vi.fn();
const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());

/** What the page waits for after it has drawn the button: a piece of code, an answer. */
let rest: Promise<void>;
let restComes: () => void;
let isServer: boolean;

function Rest() {
  if (!isServer) use(rest);
  return <i>rest</i>;
}

/** Presses that build on each other: a pack, then the button that buys it. */
const steps = [1, 2, 3, 4, 5, 6, 7, 8];
let taken: number[];

const page = () => (
  <main onEmptiedCapture={(event) => event.preventDefault()}>
    <Suspense>
      {/* An early press writes aria-busy into the markup; React compares it when it is developed with. */}
      <button type="button" onClick={presses} suppressHydrationWarning>
        add
      </button>
      {steps.map((step) => (
        <button key={step} type="button" onClick={() => taken.push(step)} suppressHydrationWarning>
          {step}
        </button>
      ))}
      <form method="post" onSubmit={sent}>
        <p>
          <input name="word" />
          <input type="file" onChange={chosen} />
        </p>
      </form>
      <Rest />
    </Suspense>
  </main>
);

let box: HTMLElement;
const button = () => box.querySelector('button')!;
const isMarked = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'));
const comes = () =>
  act(async () => {
    restComes();
    await rest;
  });
const hydrate = () => act(async () => void hydrateRoot(box, page()));

beforeEach(() => {
  vi.clearAllMocks();
  taken = [];
  rest = new Promise((resolve) => {
    restComes = resolve;
  });
  isServer = true;
  box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = renderToString(page());
  isServer = false;
  return () => box.remove();
});

test('an element that a helper of the browser put beside a field makes React draw anew: neither press nor word is lost', async () => {
  box.querySelector('input')!.after(document.createElement('field-helper'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const drawn = button();
  drawn.click();
  const field = box.querySelector('input')!;
  field.value = 'carrots';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await act(async () => void hydrateRoot(box, page(), { onRecoverableError: () => undefined }));
  await comes();
  await vi.waitFor(() => expect(presses).toHaveBeenCalledTimes(1));
  expect(button()).not.toBe(drawn);
  await vi.waitFor(() => expect(box.querySelector('input')!.value).toBe('carrots'));
});

test('a mouse that comes up where React has drawn anew since it went down has pressed what it went down on', async () => {
  box.querySelector('input')!.after(document.createElement('field-helper'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const drawn = button();
  const mouse = (type: string, on: Element = button(), at = 5) =>
    on.dispatchEvent(
      new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'mouse', clientX: at }),
    );
  mouse('pointerdown');
  // For the time of the drawing there may be nothing below it.
  box.remove();
  mouse('pointerup', document.documentElement, 7);
  document.body.append(box);
  drawn.replaceWith(drawn.cloneNode(true));
  await act(async () => void hydrateRoot(box, page(), { onRecoverableError: () => undefined }));
  await comes();
  await vi.waitFor(() => expect(presses).toHaveBeenCalledTimes(1));
  // Where nothing was drawn anew the browser makes the click, and what is let go elsewhere is no press.
  mouse('pointerdown');
  mouse('pointerup');
  mouse('pointerdown');
  button().replaceWith(button().cloneNode(true));
  mouse('pointerup', document.documentElement, 90);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(presses).toHaveBeenCalledTimes(1);
});

test('what was hydrated when the mouse went down and left by itself is pressed by nobody, when it comes back either', async () => {
  restComes();
  await hydrate();
  const living = button();
  const mouse = (type: string, on: Element, more: PointerEventInit = {}) =>
    on.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType: 'mouse', isPrimary: true, ...more }),
    );
  mouse('pointerdown', living);
  living.remove();
  mouse('pointerup', document.documentElement);
  box.append(living);
  // Nor is the menu of the right key a press.
  const drawn = living.cloneNode(true) as HTMLElement;
  box.append(drawn);
  mouse('pointerdown', drawn, { button: 2 });
  drawn.remove();
  mouse('pointerup', document.documentElement, { button: 2 });
  for (const _ of [1, 2, 3]) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(presses).not.toHaveBeenCalled();
});

test('what moves away between down and up is given the click that comes up elsewhere, once', async () => {
  restComes();
  await hydrate();
  const living = button();
  let top = 0;
  vi.spyOn(living, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 100, 40));
  const elsewhere = vi.fn();
  box.addEventListener('click', ({ target }) => target === living || elsewhere());
  const press = (from: number, to: number, more: MouseEventInit = {}) => {
    const pointer = (type: string, on: Element, clientX: number) =>
      on.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, clientX }));
    top = from;
    pointer('pointerdown', living, 5);
    top = to;
    pointer('pointerup', box, more.clientX ?? 5);
    box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...more }));
  };
  press(0, 60);
  expect([presses, elsewhere].map((one) => one.mock.calls.length)).toEqual([1, 0]);
  // What stayed where it was was left by the pointer; a pointer that went away, and a key's click, press where they are.
  press(60, 60);
  press(60, 0, { clientX: 30 });
  press(0, 60, { detail: 0 });
  expect([presses, elsewhere].map((one) => one.mock.calls.length)).toEqual([1, 3]);
});

test('a press before React is there is given once it is', async () => {
  button().click();
  expect(button().getAttribute('aria-busy')).toBe('true');
  await hydrate();
  expect(presses).not.toHaveBeenCalled();
  await comes();
  await vi.waitFor(() => expect(presses).toHaveBeenCalledTimes(1));
  expect(button().hasAttribute('aria-busy')).toBe(false);
});

test('presses are given in the order in which they were made, however far apart', async () => {
  for (const step of steps) {
    [...box.querySelectorAll('button')].find(({ textContent }) => textContent === String(step))?.click();
    await new Promise((resolve) => setTimeout(resolve, 5 + step));
  }
  await hydrate();
  await comes();
  await vi.waitFor(() => expect(taken).toHaveLength(steps.length));
  expect(taken).toEqual(steps);
});

test('a file that is chosen before React is there is taken once it is', async () => {
  const field = box.querySelector<HTMLInputElement>('input[type=file]')!;
  const clear = vi.fn();
  // A page may empty this field and nothing else: so does the browser.
  Object.defineProperty(field, 'value', {
    get: () => 'C:\\fakepath\\lines.csv',
    set: clear,
    configurable: true,
  });
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  await hydrate();
  await comes();
  await vi.waitFor(() => expect(chosen).toHaveBeenCalledTimes(1));
  expect(clear).not.toHaveBeenCalled();
});

test('a press that nobody ever hears is not looked after for as long as the page stands', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  try {
    button().click();
    vi.advanceTimersByTime(5 * 60_000);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10 * 60_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a press on what React has marked but not taken over is given once it has, and once only', async () => {
  await hydrate();
  expect(isMarked(button())).toBe(true);
  await act(async () => button().click());
  expect(button().getAttribute('aria-busy')).toBe('true');
  await comes();
  await vi.waitFor(() => expect(presses).toHaveBeenCalledTimes(1));
  await act(async () => button().click());
  expect(presses).toHaveBeenCalledTimes(2);
});

test('a press on a living button is heard at once', async () => {
  restComes();
  await hydrate();
  await comes();
  await act(async () => button().click());
  expect(presses).toHaveBeenCalledTimes(1);
  expect(button().hasAttribute('aria-busy')).toBe(false);
});

test('a form that is sent before React hears of it is sent once it does; one of the browser goes its way', async () => {
  const form = box.querySelector('form')!;
  const send = () => {
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    form.dispatchEvent(event);
    return event.defaultPrevented;
  };
  form.method = 'get';
  expect(send()).toBe(false);
  form.method = 'post';
  await hydrate();
  let isHeld = false;
  await act(async () => {
    isHeld = send();
  });
  expect([isHeld, sent.mock.calls.length]).toEqual([true, 0]);
  await comes();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
});

test('in the shell too the line of the page that notes presses and failed scripts ends with the first script', async () => {
  const noted = Object.assign(window, { pressed: [] as HTMLElement[] | null });
  await firstLook();
  expect(noted.pressed).toBeNull();
});
