import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { LoyaltyRule } from '#contract/loyalty.ts';
import { Button } from '#ui/button.tsx';
import { CheckField, TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { panelClass } from '#ui/panel.ts';
import { TextLink } from '#ui/text-link.tsx';
import { useJoin } from './use-membership.ts';
import styles from './loyalty.module.css';

interface JoinFormProps {
  code: string;
  /** Undefined until it is known: who has not seen the terms cannot agree to them. */
  rule: LoyaltyRule | undefined;
  terms: string | undefined;
}

/** The way into the programme: its terms agreed to, and the number of a plastic card for whoever has one (R1.29). */
export function JoinForm({ code, rule, terms }: JoinFormProps) {
  const { t } = useLingui();
  const { change, isPending, problem, reset } = useJoin();
  const [isMissing, setMissing] = useState(false);
  return (
    <section className={panelClass} aria-labelledby="loyalty-join">
      <h2 id="loyalty-join">
        {rule === undefined ? <Trans>Loyalty programme</Trans> : <Trans>Join: {rule.name}</Trans>}
      </h2>
      {rule?.description !== undefined && <p>{rule.description}</p>}
      <Form
        className={styles['form']}
        aria-labelledby="loyalty-join"
        onSubmit={({ currentTarget }) => {
          if (isPending) return;
          const given = new FormData(currentTarget);
          const isAgreed = given.has('terms');
          setMissing(!isAgreed);
          reset();
          if (!isAgreed) currentTarget.querySelector<HTMLInputElement>('[name="terms"]')?.focus();
          else {
            const number = given.get('cardNumber');
            change({ code, cardNumber: typeof number === 'string' ? number.replace(/\s/g, '') : '' });
          }
        }}
      >
        {problem !== null && <FormError message={problem} />}
        <TextField
          name="cardNumber"
          label={<Trans>Number of your plastic card</Trans>}
          hint={<Trans>13 digits. Without a card you get a number.</Trans>}
          optional
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          characters={20}
        />
        <CheckField
          name="terms"
          label={
            <Trans>
              I have read and accept the <TextLink to={terms}>terms of the programme</TextLink>
            </Trans>
          }
          error={isMissing ? t`Please accept the terms first.` : undefined}
          onChange={() => {
            setMissing(false);
          }}
        />
        <div className={styles['actions']}>
          <Button type="submit" busy={isPending ? <Trans>Joining…</Trans> : undefined}>
            <Trans>Join the programme</Trans>
          </Button>
        </div>
      </Form>
    </section>
  );
}
