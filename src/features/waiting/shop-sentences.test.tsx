// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { LineMark } from '#domain/waiting/line-mark.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { CartWarnings } from '#features/cart-page/cart-warnings.tsx';
import { CartMarkNote, RemovedMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { WishlistError } from '#features/wishlist/wishlist-error.tsx';
import { anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { currentToast, showToast } from '#ui/toast-state.ts';
import { IntentCard } from './intent-card.tsx';
import { MessageRows } from './message-rows.tsx';

beforeEach(() => setMedia((query) => query === 'all'));
afterEach(clearShown);

const sentence = 'No <b>carrots</b><script>1</script> <a href="/call" onclick="x()">left</a>';
const answer = {
  status: 422,
  errorCode: 'x',
  message: sentence,
  detail: sentence,
  violations: [{ propertyPath: 'lines[0]', message: sentence }],
  context: {},
};
const mark: LineMark = {
  state: 'refused',
  kind: 'deleteItem',
  answer,
  since: 0,
  ids: [],
} as unknown as LineMark;
const entry = (state: string, kind: string, body: object = {}): WaitingCommand =>
  ({
    id: 'a',
    seq: 1,
    kind,
    state,
    scope: 's',
    params: {},
    body,
    tries: 1,
    at: 0,
    answer,
  }) as unknown as WaitingCommand;
const lines = [{ productVariantCode: 'A', quantity: 1, whenShort: 'wait' }];
const shown = { lines: [], delivery: '', deliveryPrice: 0, payment: '', total: 0 };

test.each([
  ['a refused change of the cart', <CartMarkNote key="" mark={mark} fallback="" />],
  ['a refused removal', <RemovedMarkNote key="" mark={mark} />],
  [
    'a warning of the cart',
    <CartWarnings
      key=""
      order={anOrder({ warnings: [{ errorCode: 'x', message: '', detail: sentence }] as never })}
    />,
  ],
  [
    'the wishlist',
    <WishlistError
      key=""
      isRemoval
      onClose={() => {}}
      error={new ApiError('refused', 422, { message: '', detail: sentence })}
    />,
  ],
  ['an order that is parked', <IntentCard key="" entry={entry('parked', 'placeIntent')} />],
  [
    'an order that needs an answer',
    <IntentCard
      key=""
      entry={{ ...entry('needs-review', 'placeIntent', { lines }), shown } as WaitingCommand}
    />,
  ],
  ['a refused message', <MessageRows key="" entries={[entry('refused', 'subscribeNewsletter')]} />],
])(
  'R5.22, R5.23, R5.25 %s: the sentence of the shop shows its marks and links, and never their letters',
  async (_name, element) => {
    await show(element);
    expect(document.querySelector('b')?.closest('span, div')).not.toBeNull();
    expect(document.body.textContent).toContain('No carrots left');
    expect(document.querySelector('a[href="/call"]')?.outerHTML).toBe('<a href="/call">left</a>');
    expect(document.body.textContent).not.toMatch(/<|script/);
  },
);

test('R8.21 an error in a short notice has no marks, and a price below 5 keeps its sign', () => {
  showToast(sentence, 'error');
  expect(currentToast()?.text).toBe('No carrots left');
  showToast('x < 5 and y > 3', 'error');
  expect(currentToast()?.text).toBe('x < 5 and y > 3');
});
