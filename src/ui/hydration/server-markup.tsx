import { createContext, useContext, useId, type ReactNode, type Ref } from 'react';

/** Markup that the server keeps from page to page (server/pages/markup-cache.ts); in the browser there is none. */
export interface ServerMarkup {
  /** Whether what stands inside the element of this name is kept: then the server puts it in, and nothing is rendered. */
  has: (name: string) => boolean;
}
export const ServerMarkupContext = createContext<ServerMarkup | null>(null);

interface KeptProps {
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

const useIsKept = (name: string) => useContext(ServerMarkupContext)?.has(name) ?? false;

/**
 * An article that is the same on whatever page it stands, such as the card of a product: the server renders it once,
 * which is most of the work of a list. What stands in it may depend on its name, the language, the channel and data
 * that change the shop's version, on nothing else, and may not ask for an id of React's.
 */
export function ServerArticle({ name, className, children }: KeptProps) {
  const isKept = useIsKept(name);
  return (
    <article data-name={name} className={className}>
      {isKept ? null : children}
    </article>
  );
}

/**
 * The same for the foot of the pages. It may ask React for ids: they say at which place of the page it stands, and so
 * does the id in its name.
 */
export function ServerFooter({ name, className, children }: KeptProps) {
  const named = `${name} ${useId()}`;
  const isKept = useIsKept(named);
  return (
    <footer data-name={named} className={className}>
      {isKept ? null : children}
    </footer>
  );
}

/** The same for a menu of the header. */
export function ServerNav({
  name,
  label,
  ref,
  className,
  children,
}: KeptProps & { label: string; ref?: Ref<HTMLElement> }) {
  const isKept = useIsKept(name);
  return (
    <nav data-name={name} ref={ref} className={className} aria-label={label}>
      {isKept ? null : children}
    </nav>
  );
}
