import { useLingui } from '@lingui/react/macro';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { leftShape, rightShape } from '#ui/icons/arrow-shapes.ts';
import type { Motion } from './carousel-motion.tsx';
import styles from './carousel.module.css';

const CarouselMotion = onDemand(async () => (await import('./carousel-motion.tsx')).CarouselMotion);

interface CarouselProps {
  /** Name of the region. */
  label: string;
  /** Shown in the row of the buttons, at its left. */
  heading?: ReactNode;
  /** `hero`: one slide fills the width; `cards`: 2, 3, 4 or 5 by width (R2.124-R2.127). */
  kind: 'hero' | 'cards';
  /** Nothing in the slides takes the focus: then the row itself does, so that keys can scroll it. */
  picturesOnly?: boolean;
  slides: readonly { key: string; content: ReactNode }[];
}

/**
 * Slides in a row that scrolls by itself with touch, wheel and keys; buttons move by what is visible
 * and go around at the ends. No autoplay. Works before scripts have come; a mouse that comes near
 * fetches what makes the row draggable.
 */
export function Carousel({ label, heading, kind, picturesOnly = false, slides }: CarouselProps) {
  const { t } = useLingui();
  const viewport = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState<HTMLElement | null>(null);
  const [motion, setMotion] = useState<Motion | null>(null);
  const move = (direction: 1 | -1) => {
    const list = viewport.current;
    if (list === null) return;
    if (motion !== null) {
      motion.move(direction);
      return;
    }
    const last = list.scrollWidth - list.clientWidth;
    // The row snaps to a slide: at its end the gap after the last one may be left. Half a slide is never less than this.
    const rest = list.clientWidth / 10;
    const atEnd = direction === 1 ? list.scrollLeft >= last - rest : list.scrollLeft <= rest;
    list.scrollTo({
      left: atEnd ? (direction === 1 ? 0 : last) : list.scrollLeft + direction * list.clientWidth,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  };
  const count = slides.length;
  return (
    <section
      className={classNames(styles['carousel'], styles[kind])}
      aria-roledescription={t`carousel`}
      aria-label={label}
      onPointerEnter={(event) => {
        // Fingers scroll the row natively; taking it over under a finger would stop it.
        if (
          event.pointerType === 'mouse' &&
          count > 1 &&
          near === null &&
          (viewport.current?.scrollLeft ?? 0) < 8
        )
          setNear(viewport.current);
      }}
    >
      <div className={styles['head']}>
        {heading}
        {count > 1 && (
          <div className={styles['buttons']}>
            <button
              type="button"
              className={styles['button']}
              aria-label={t`Previous: ${label}`}
              onClick={() => {
                move(-1);
              }}
            >
              <Icon shape={leftShape} />
            </button>
            <button
              type="button"
              className={styles['button']}
              aria-label={t`Next: ${label}`}
              onClick={() => {
                move(1);
              }}
            >
              <Icon shape={rightShape} />
            </button>
          </div>
        )}
      </div>
      <div
        ref={viewport}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls and holds no link is scrolled by the arrows
        tabIndex={picturesOnly ? 0 : undefined}
        className={styles['viewport']}
        data-dragged={motion === null ? undefined : ''}
      >
        <ul className={styles['track']}>
          {slides.map(({ key, content }, index) => (
            <li
              key={key}
              className={styles['slide']}
              aria-roledescription={t`slide`}
              aria-label={t`${index + 1} of ${count}`}
            >
              {content}
            </li>
          ))}
        </ul>
      </div>
      {near !== null && (
        <Suspense>
          <CarouselMotion viewport={near} onReady={setMotion} />
        </Suspense>
      )}
    </section>
  );
}
