// @vitest-environment jsdom
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { CheckField, SelectField, TextArea, TextField } from './field.tsx';
import { Form } from './form.tsx';

interface Fields {
  email: string;
  password: string;
  note: string;
  agreed: boolean;
  country: string;
}

function Example({ onSend }: { onSend: (fields: Fields) => void }) {
  const { register, handleSubmit } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', note: '', agreed: false, country: 'LT' },
  });
  return (
    <Form onSubmit={handleSubmit(onSend)}>
      <TextField {...register('email', { required: true })} type="email" label="E-mail" />
      <TextField {...register('password', { required: true })} type="password" label="Password" />
      <TextArea {...register('note')} label="Note" />
      <CheckField {...register('agreed')} label="Agreed" />
      <SelectField {...register('country')} label="Country">
        <option value="LT">Lithuania</option>
        <option value="LV">Latvia</option>
      </SelectField>
      <button type="submit">Send</button>
    </Form>
  );
}

beforeEach(() => setMedia());
afterEach(clearShown);

/** What a password manager does: the value is there, and nobody is told. */
function fill(field: Element | null, value: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
}

test('fields that were filled without a word to the page count as what stands in them', async () => {
  const sent: Fields[] = [];
  const { container, click, settle } = await show(<Example onSend={(fields) => sent.push(fields)} />);
  fill(container.querySelector('[type=email]'), 'somebody@example.lt');
  fill(container.querySelector('[type=password]'), 'Some-Word-1');
  fill(container.querySelector('textarea'), 'At the gate');
  const list = container.querySelector('select');
  if (list) list.value = 'LV';
  await click(container.querySelector('button'));
  await settle();
  expect(sent).toEqual([
    {
      email: 'somebody@example.lt',
      password: 'Some-Word-1',
      note: 'At the gate',
      agreed: false,
      country: 'LV',
    },
  ]);
  // And again, over what was sent before: the last text counts.
  fill(container.querySelector('[type=email]'), 'other@example.lt');
  await click(container.querySelector('[type=checkbox]'));
  await click(container.querySelector('button'));
  await settle();
  expect(sent[1]).toMatchObject({ email: 'other@example.lt', agreed: true });
});
