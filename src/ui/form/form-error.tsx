import { Notice } from '#ui/notice.tsx';
import { RichText } from '#ui/rich-text.tsx';

/**
 * The box of a form for what belongs to none of its fields: the message is the server's own and may be marked up, so it
 * is cleaned like all HTML that is not ours (R5.22). Spoken at once.
 */
export function FormError({ message }: { message: string }) {
  return (
    <Notice kind="danger" alert>
      <RichText html={message} />
    </Notice>
  );
}
