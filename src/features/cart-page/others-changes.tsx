import { Plural, Trans } from '@lingui/react/macro';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** What another device did to this cart since it was last seen here: shown with the fresh cart until put away (contract 1.9). */
export function OthersChanges({ token }: { token: string }) {
  const changes = useOutbox().carts.get(token)?.others ?? [];
  if (changes.length === 0) return null;
  return (
    <Notice kind="info" alert>
      <p>
        <strong>
          <Trans>The cart was changed on another device:</Trans>
        </strong>
      </p>
      <ul>
        {changes.map(({ line, name, from, to }) => (
          <li key={line}>
            {from === 0 ? (
              <Trans>
                {name}: added, <Plural value={to} one="# pc" other="# pcs" />
              </Trans>
            ) : to === 0 ? (
              <Trans>
                {name}: removed, there <Plural value={from} one="was # pc" other="were # pcs" />
              </Trans>
            ) : (
              <Trans>
                {name}: {from} → <Plural value={to} one="# pc" other="# pcs" />
              </Trans>
            )}
          </li>
        ))}
      </ul>
      <p>
        <button
          type="button"
          className={buttonClass('quiet')}
          onClick={() => void theOutbox().forgetOthers(token)}
        >
          <Trans>Good, I have seen it</Trans>
        </button>
      </p>
    </Notice>
  );
}
