/**
 * Cuts and encodes pictures in a process of its own: the encoder's memory (over 100 MB for a large slide) goes with the
 * process, its work has a lower priority than the shop's answers, and a broken upload cannot take the shop down.
 */
import os from 'node:os';
import sharp from 'sharp';

export type ImageJob = {
  id: number;
  /** A drawing with its own size, or a file of the media folder. */
  source: { svg: string; width: number; height: number } | { file: string };
  width: number;
  height: number;
  format: 'avif' | 'webp';
};
export type ImageResult = { id: number; bytes: Uint8Array } | { id: number; error: string };

const quality = { avif: 50, webp: 74 };
/** Effort 2 makes a card in 35 ms; 4 takes five times as long for a tenth less. */
const effort = 2;
const mostPixels = 50_000_000;

async function make({ source, width, height, format }: ImageJob): Promise<Buffer> {
  let picture;
  if ('svg' in source) {
    // Rendered at the size it is needed in, so that lines stay sharp.
    const scale = Math.min(width / source.width, height / source.height);
    picture = sharp(Buffer.from(source.svg), { density: Math.max(1, Math.min(72 * scale, 400)) });
    picture = picture.resize({ width, height, fit: 'contain', background: '#F1EDE2' });
  } else {
    picture = sharp(source.file, { limitInputPixels: mostPixels })
      .rotate()
      .resize({ width, height, fit: 'cover' });
  }
  return format === 'avif'
    ? picture.avif({ quality: quality.avif, effort, chromaSubsampling: '4:2:0' }).toBuffer()
    : picture.webp({ quality: quality.webp }).toBuffer();
}

async function answer(job: ImageJob): Promise<void> {
  let result: ImageResult;
  try {
    result = { id: job.id, bytes: new Uint8Array(await make(job)) };
  } catch (error) {
    result = { id: job.id, error: error instanceof Error ? error.message : String(error) };
  }
  // A shop that has ended meanwhile does not want it any more.
  process.send?.(result, undefined, undefined, () => {});
}

if (process.send) {
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    os.setPriority(10);
  } catch {
    // A system that forbids it runs at the ordinary priority.
  }
  process.on('message', (job) => void answer(job as ImageJob));
  process.on('disconnect', () => process.exit());
  // Ctrl-C goes to the whole group: the shop decides when this ends.
  process.on('SIGINT', () => {});
}
