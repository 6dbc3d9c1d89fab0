import { useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';
import { leftShape, rightShape } from './icon-shapes.ts';
import styles from './carousel.module.css';

interface CarouselProps {
  /** Name of the region. */
  label: string;
  /** Shown in the row of the buttons, at its left. */
  heading?: ReactNode;
  /** `hero`: one slide fills the width; `cards`: 2, 3, 4 or 5 by width (R2.124-R2.127). */
  kind: 'hero' | 'cards';
  slides: readonly { key: string; content: ReactNode }[];
}

/**
 * Slides in a row that scrolls by itself with touch, wheel and keys; buttons move by what is visible
 * and go around at the ends. No autoplay. Works before scripts have come.
 */
export function Carousel({ label, heading, kind, slides }: CarouselProps) {
  const { t } = useLingui();
  const track = useRef<HTMLUListElement>(null);
  const move = (direction: 1 | -1) => {
    const list = track.current;
    if (list === null) return;
    const last = list.scrollWidth - list.clientWidth;
    const atEnd = direction === 1 ? list.scrollLeft >= last - 8 : list.scrollLeft <= 8;
    list.scrollTo({
      left: atEnd ? (direction === 1 ? 0 : last) : list.scrollLeft + direction * list.clientWidth,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  };
  const count = slides.length;
  return (
    <section className={classNames(styles['carousel'], styles[kind])} aria-roledescription={t`carousel`} aria-label={label}>
      <div className={styles['head']}>
        {heading}
        {count > 1 && (
          <div className={styles['buttons']}>
            <button type="button" className={styles['button']} aria-label={t`Previous: ${label}`} onClick={() => { move(-1); }}>
              <Icon shape={leftShape} />
            </button>
            <button type="button" className={styles['button']} aria-label={t`Next: ${label}`} onClick={() => { move(1); }}>
              <Icon shape={rightShape} />
            </button>
          </div>
        )}
      </div>
      {/* Focusable, so that the row can be scrolled with the arrow keys where a browser does not do so by itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={track} className={styles['track']} tabIndex={kind === 'hero' ? undefined : -1}>
        {slides.map(({ key, content }, index) => (
          <li key={key} className={styles['slide']} aria-roledescription={t`slide`} aria-label={t`${index + 1} of ${count}`}>
            {content}
          </li>
        ))}
      </ul>
    </section>
  );
}
