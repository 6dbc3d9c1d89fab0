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

/** ms after which a press that is still at work says so. */
const longWork = 150;

/** True once something has been at work for `patience` ms: what is done sooner shows its end at once, with no state between. */
export function useLongWork(isAtWork: boolean, patience = longWork): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isAtWork) return undefined;
    const timer = setTimeout(() => setLong(true), patience);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isAtWork, patience]);
  return isAtWork && isLong;
}
