/** The steps of the checkout as entries of the history: Back leads to the step before, and out only from the first one. */
import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { OpenStep } from './checkout-machine.ts';

/**
 * The address stays the same: where a checkout goes on after a reload is the order's to say (R4.21).
 * @param step that is shown
 * @param onOpen asks for the step that Back or Forward leads to; one that is not open stays shut
 */
export function useStepHistory(step: OpenStep, onOpen: (step: OpenStep) => void): void {
  const { key, state, pathname, search, hash } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const there = (state as { checkoutStep?: OpenStep } | null)?.checkoutStep;
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    if (type === 'POP' && there !== undefined) onOpen(there);
  }, [key, type, there, onOpen]);
  const shown = useRef<OpenStep | null>(null);
  useEffect(() => {
    const before = shown.current;
    if (before === step) return;
    shown.current = step;
    if (there === step) return;
    // The entry that the checkout began with becomes that of its first step.
    const options = { state: { checkoutStep: step }, replace: before === null, preventScrollReset: true };
    void navigate({ pathname, search, hash }, options);
  }, [step, there, navigate, pathname, search, hash]);
}

/** The heading of the page, which takes the focus, at the top, when another step is shown. */
export function useStepHeading(step: OpenStep): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    heading.current?.focus();
    globalThis.scrollTo({ top: 0 });
  }, [step]);
  return heading;
}
