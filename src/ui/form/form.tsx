import type { ComponentProps, SubmitEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'method' | 'noValidate'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

/** Controls of a text, whose value React follows by their events alone. */
const isTyped = (control: Element): boolean =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement &&
    !/^(?:checkbox|radio|file|button|submit|hidden)$/.test(control.type));

/**
 * Browsers and password managers fill fields without telling the page. What stands in a field when the form is sent is
 * what the person sees and means. A field whose text the page knows says nothing new by it; a list says its choice once more.
 */
function tellWhatStands(form: HTMLFormElement): void {
  for (const control of form.elements)
    if (control instanceof HTMLSelectElement || isTyped(control))
      control.dispatchEvent(
        new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      );
}

/**
 * A form whose words are the shop's alone. A browser that sends it itself, before the page is hydrated, would write them into the
 * address, and so into the history and logs, a password too: as a post it does not, and the page comes back (server/compose/app.ts). An
 * early press is kept until the page is hydrated (pre-hydration-events.ts).
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        tellWhatStands(event.currentTarget);
        void onSubmit(event);
      }}
    />
  );
}
