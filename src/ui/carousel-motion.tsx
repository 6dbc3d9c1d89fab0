import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';

/** What the buttons of a carousel call once it can be dragged. */
export interface Motion {
  move: (direction: 1 | -1) => void;
}

interface CarouselMotionProps {
  /** The row's frame; its first child is the row. */
  viewport: HTMLElement;
  onReady: (motion: Motion) => void;
}

/** Lets a row be dragged with the mouse and go round at its ends (R0.42, R2.124). Shows nothing itself. */
export function CarouselMotion({ viewport, onReady }: CarouselMotionProps) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const [attach, embla] = useEmblaCarousel({
    loop: true,
    align: 'start',
    slidesToScroll: 'auto',
    ...(still ? { duration: 0 } : {}),
  });
  useEffect(() => {
    attach(viewport);
  }, [attach, viewport]);
  useEffect(() => {
    if (embla === undefined) return;
    onReady({
      move: (direction) => {
        if (direction === 1) embla.scrollNext(still);
        else embla.scrollPrev(still);
      },
    });
  }, [embla, onReady, still]);
  return null;
}
