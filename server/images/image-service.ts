import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { imageSizes, scaledSize, scaleFactors, type ImageSize } from '#lib/image-address.ts';
import type { Database } from '#server/database/schema.ts';
import { composePicture } from '#server/pictures/compose-picture.ts';
import { ImageMaker } from './image-maker.ts';
import { WorkQueue } from '#server/work-queue.ts';

export type ImageFormat = 'avif' | 'webp';
export type MadeImage = { bytes: Uint8Array<ArrayBuffer>; format: ImageFormat; isCurrent: boolean };

/** Thumbnail of the gallery and of a cart line, besides the sizes of the contract. */
const thumbnail: ImageSize = [96, 110];
/** `280x320` and so on: no other size is ever made, so nobody can fill the disk or the processor by asking. */
export const knownSizes: ReadonlyMap<string, ImageSize> = new Map(
  [...Object.values(imageSizes), thumbnail].flatMap((size) =>
    scaleFactors.map((scale) => {
      const scaled = scaledSize(size, scale);
      return [scaled.join('x'), scaled] as const;
    }),
  ),
);

/** Each size to the same one in its smallest density: `840x960` to `280x320`. */
const sparingSizes: ReadonlyMap<string, string> = new Map(
  [...Object.values(imageSizes), thumbnail].flatMap((size) =>
    scaleFactors.map((scale) => [scaledSize(size, scale).join('x'), size.join('x')] as const),
  ),
);
/** The size that is sent to a browser that asks to save data. */
export const sparingSize = (size: string): string => sparingSizes.get(size) ?? size;

const rasterFile = /^[\w./-]+\.(?:jpe?g|png|webp|avif)$/i;

/** Which form the browser takes, by its Accept header; WebP where it does not say. */
export function formatFor(accept: string | null): ImageFormat {
  return accept?.includes('image/avif') ? 'avif' : 'webp';
}

/** Makes pictures in the known sizes, once: what was made lies in `DATA_DIR/images`. */
export class ImageService {
  readonly #db: Kysely<Database>;
  readonly #cacheFolder: string;
  readonly #mediaFolder: string;
  readonly #queue = new WorkQueue(2);
  readonly #maker = new ImageMaker();
  readonly #underWay = new Map<string, Promise<MadeImage | null>>();

  constructor(db: Kysely<Database>, dataDir: string) {
    this.#db = db;
    this.#cacheFolder = path.join(dataDir, 'images');
    this.#mediaFolder = path.join(dataDir, 'media');
  }

  get mediaFolder(): string {
    return this.#mediaFolder;
  }

  /** Pictures being made or waiting to be. */
  get load(): number {
    return this.#queue.load;
  }

  /**
   * The picture of the path cut to the size.
   * @param isUrgent somebody waits for it; otherwise it is made when nobody does
   * @returns null for an unknown size and where there is no such picture
   */
  async image(
    sizeName: string,
    picturePath: string,
    format: ImageFormat,
    isUrgent = true,
  ): Promise<MadeImage | null> {
    const size = knownSizes.get(sizeName);
    if (!size) return null;
    const key = `${sizeName} ${format} ${picturePath}`;
    let making = this.#underWay.get(key);
    if (!making) {
      making = this.#find(size, picturePath, format, key, isUrgent).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, making);
    }
    return making;
  }

  async #find(
    size: ImageSize,
    picturePath: string,
    format: ImageFormat,
    key: string,
    isUrgent: boolean,
  ): Promise<MadeImage | null> {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const file = path.join(this.#cacheFolder, name.slice(0, 2), `${name}.${format}`);
    const kept = await readFile(file).catch(() => null);
    if (kept) return { bytes: kept, format, isCurrent: true };
    return this.#queue.run(async () => {
      const made = await this.#make(size, picturePath, format);
      if (!made) return null;
      if (made.isCurrent) await this.#keep(file, made.bytes);
      return made;
    }, isUrgent);
  }

  /** A file appears whole or not at all. A full disk costs the copy, not the answer. */
  async #keep(file: string, bytes: Uint8Array): Promise<void> {
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(draft, bytes);
      await rename(draft, file);
    } catch {
      // Made again at the next ask.
    }
  }

  async #make(size: ImageSize, picturePath: string, format: ImageFormat): Promise<MadeImage | null> {
    const [width, height] = size;
    const composed = await composePicture(this.#db, picturePath, size);
    const file = composed ? null : await this.#uploaded(picturePath);
    if (!composed && file === null) return null;
    const source = composed ?? { file: file ?? '' };
    try {
      const bytes = await this.#maker.make({ source, width, height, format });
      return { bytes, format, isCurrent: composed?.isCurrent ?? true };
    } catch (error) {
      // An upload that is no picture is not found; a drawing of ours that fails is a fault.
      if (composed) throw error;
      return null;
    }
  }

  close(): void {
    this.#maker.close();
  }

  async #uploaded(picturePath: string): Promise<string | null> {
    return rasterFile.test(picturePath) ? this.mediaFile(picturePath) : null;
  }

  /** The file of the media folder that the path names, or null; never one outside of it, links included. */
  async mediaFile(relative: string): Promise<string | null> {
    if (
      !/^[\w./-]+$/.test(relative) ||
      relative.split('/').some((part) => part === '' || part.startsWith('.'))
    )
      return null;
    try {
      const folder = await realpath(this.#mediaFolder);
      const file = await realpath(path.join(folder, relative));
      if (!file.startsWith(folder + path.sep)) return null;
      return (await stat(file)).isFile() ? file : null;
    } catch {
      return null;
    }
  }
}
