import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { announce } from '#ui/live-region.tsx';
import { Notice } from '#ui/notice.tsx';
import styles from './quick-order.module.css';

/** The browser's own reader of bar codes (Shape Detection API), which no library of types has yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** The browser's own, else ours. */
async function openDetector(): Promise<Detector> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (Own !== undefined) return new Own({ formats });
  const { ZxingDetector } = await import('./zxing-detector.ts');
  return new ZxingDetector();
}

/** What stands on goods of the shop. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'qr_code'];
/** ms between two looks, and for which a code that stays in the picture is one and the same. */
const pause = 200;
const sameFor = 2_500;

/** Reads bar codes with the camera, one after another; where there can be none, nothing is offered. */
export function ScanCodes({ onCode }: { onCode: (code: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  if (!isHydrated || !('mediaDevices' in navigator)) return null;
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        <Trans>Scan a bar code</Trans>
      </Button>
      {isOpen && <Scanner onCode={onCode} onClose={() => setOpen(false)} />}
    </>
  );
}

function Scanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const [last, setLast] = useState('');
  const take = useRef(onCode);
  useEffect(() => {
    take.current = (code) => {
      onCode(code);
      setLast(code);
      announce(t`Read: ${code}`);
    };
  });
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const seen = new Map<string, number>();
    const look = async (detector: Detector, picture: HTMLVideoElement) => {
      // A picture that is not there yet, or cannot be read, is looked at again.
      const found = await detector.detect(picture).catch(() => []);
      if (isOver) return;
      for (const { rawValue } of found) {
        const isNew = performance.now() - (seen.get(rawValue) ?? -sameFor) >= sameFor;
        seen.set(rawValue, performance.now());
        if (isNew) take.current(rawValue.trim());
      }
      timer = setTimeout(() => void look(detector, picture), pause);
    };
    const start = async () => {
      const picture = video.current;
      if (picture === null) return;
      const detector = await openDetector();
      if (isOver) return;
      const given = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) {
        for (const track of given.getTracks()) track.stop();
        return;
      }
      stream = given;
      picture.srcObject = given;
      await picture.play();
      await look(detector, picture);
    };
    start().catch(() => {
      if (!isOver) setRefused(true);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <Dialog title={<Trans>Scan a bar code</Trans>} onClose={onClose}>
      {isRefused ? (
        <Notice kind="warn" alert>
          <Trans>
            The camera cannot be used. Allow it in the settings of the browser, or write the code.
          </Trans>
        </Notice>
      ) : (
        <>
          <video ref={video} className={styles['camera']} muted playsInline />
          <p>
            {last === '' ? <Trans>Hold the bar code in the picture.</Trans> : <Trans>Read: {last}</Trans>}
          </p>
        </>
      )}
    </Dialog>
  );
}
