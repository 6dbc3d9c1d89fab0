import { useEffect, useRef, useState } from 'react';

/** ms that the loading state of a content area lasts at least (R9.33): what only flashed by would be no help. */
export const fetchMinimumDelay = 200;

/** True while something is on its way; once begun for 200 ms at least. What is there from the start is never held back. */
export function useLoadingTime(isLoading: boolean): boolean {
  const [isHeld, setHeld] = useState(isLoading);
  const [was, setWas] = useState(isLoading);
  if (was !== isLoading) {
    setWas(isLoading);
    if (isLoading) setHeld(true);
  }
  // Goes on when the answer comes: it is the beginning that counts.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isLoading) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setHeld(false);
    }, fetchMinimumDelay);
  }, [isLoading]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  return isLoading || isHeld;
}
