import type { AnchorHTMLAttributes } from 'react';
import { useNavigate } from 'react-router';
import { isPlainClick } from '#lib/plain-click.ts';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the shop, or `?…` for the same path. */
  to: string;
  replace?: boolean;
  /** Keeps the place on the page. */
  preventScrollReset?: boolean;
  /** What the next screen is told beside its address. */
  state?: unknown;
}

/**
 * A link inside the shop: a plain `a[href]` that works before and without scripts, and a client-side navigation with
 * them. In place of the router's own, which brings 5 KB of another mode's prefetching with it.
 */
export function Link({
  to,
  replace = false,
  preventScrollReset = false,
  state,
  onClick,
  children,
  ...rest
}: LinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const elsewhere = rest.target !== undefined && rest.target !== '_self';
        if (event.defaultPrevented || elsewhere || !isPlainClick(event)) return;
        event.preventDefault();
        const current = location.pathname + location.search;
        void navigate(to, { replace: replace || to === current, preventScrollReset, state });
      }}
    >
      {children}
    </a>
  );
}
