import type { ComponentProps, SubmitEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'method' | 'noValidate'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

/**
 * A form whose words are the shop's alone. A browser that sends it itself, before the page is alive, would write them into the
 * address, and so into the history and logs, a password too: as a post it does not, and the page comes back (server/app.ts). An
 * early press is kept until the page is alive (early-touch.ts).
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
    />
  );
}
