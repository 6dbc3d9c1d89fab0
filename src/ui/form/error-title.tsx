import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';

/** How many forms on the page are refused now: the words stand before the title as long as there is one. */
let refused = 0;
let title = '';

/** Before the title of the page while a form that was sent is refused: heard first, and seen in the list of tabs. */
export function ErrorTitle() {
  const { t } = useLingui();
  const word = t`Error:`;
  useLayoutEffect(() => {
    if (refused === 0) title = document.title;
    refused += 1;
    const shown = `${word} ${title}`;
    document.title = shown;
    return () => {
      refused -= 1;
      // Another page has written its own by then.
      if (refused === 0 && document.title === shown) document.title = title;
    };
  }, [word]);
  return null;
}
