/**
 * Reads bar codes where the browser has no reader of its own (Safari, Firefox): the shape of its `BarcodeDetector`, on ZXing.
 * Fetched when somebody opens the camera there.
 * Codes of bars alone: square ones would weigh as much again, and stand on few goods.
 */
import BarcodeFormat from '@zxing/library/es2015/core/BarcodeFormat.js';
import BinaryBitmap from '@zxing/library/es2015/core/BinaryBitmap.js';
import DecodeHintType from '@zxing/library/es2015/core/DecodeHintType.js';
import HybridBinarizer from '@zxing/library/es2015/core/common/HybridBinarizer.js';
import RGBLuminanceSource from '@zxing/library/es2015/core/RGBLuminanceSource.js';
import Code128Reader from '@zxing/library/es2015/core/oned/Code128Reader.js';
import MultiFormatUPCEANReader from '@zxing/library/es2015/core/oned/MultiFormatUPCEANReader.js';

/** Width, px, to which a picture of the camera is brought: bars stay apart, and a look takes some milliseconds. */
const width = 640;

const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A]],
]);
const readers = [new MultiFormatUPCEANReader(hints), new Code128Reader()];

/** The code in a picture, or null. One that says something wrong of itself (a check digit) is none. */
export function readCode({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): string | null {
  const grey = new Uint8ClampedArray(width * height);
  // Green weighs double, as the eye has it: near enough for black bars.
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = ((data[at * 4] ?? 0) + 2 * (data[at * 4 + 1] ?? 0) + (data[at * 4 + 2] ?? 0)) >> 2;
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  for (const reader of readers) {
    try {
      return reader.decode(picture, hints).getText();
    } catch {
      // It is none of this kind, or cannot be read yet: the next picture may be.
    } finally {
      reader.reset();
    }
  }
  return null;
}

export class ZxingDetector {
  private readonly canvas = document.createElement('canvas');

  async detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> {
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0) return [];
    const height = Math.round((videoHeight / videoWidth) * width);
    Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return [];
    context.drawImage(video, 0, 0, width, height);
    const code = readCode(context.getImageData(0, 0, width, height));
    return code === null ? [] : [{ rawValue: code }];
  }
}
