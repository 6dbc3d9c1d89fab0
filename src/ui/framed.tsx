import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './framed.module.css';

interface FramedProps {
  /** https address on a host that the Content-Security-Policy lets in. */
  src: string;
  /** What the frame shows, for its name. */
  title: string;
  /** Whose page it is: it learns the visitor's address once it is opened. */
  provider: string;
  /** Words of the button that opens it. */
  children: ReactNode;
}

/**
 * Somebody else's page within ours (a film, a map): fetched when it is asked for, because it costs megabytes and tells
 * its owner who looks. In the sandbox of all frames (docs/security.md T15).
 */
export function Framed({ src, title, provider, children }: FramedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['frame']}>
      {isOpen ? (
        <iframe
          src={src}
          title={title}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the page is of another origin than ours: it keeps its own, not ours
          sandbox="allow-scripts allow-same-origin allow-presentation"
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
        />
      ) : (
        <div className={styles['closed']}>
          <p className={styles['title']}>{title}</p>
          <Button
            kind="secondary"
            onClick={() => {
              setOpen(true);
            }}
          >
            {children}
          </Button>
          <p className={styles['note']}>
            <Trans>Comes from {provider} when you open it, and uses data.</Trans>
          </p>
        </div>
      )}
    </div>
  );
}
