import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { imageSizes, scaledSize, scaleFactors, type ImageSize } from '#lib/image-sizes.ts';
import type { Database } from '#server/database/schema.ts';
import { findPicture, type ComposedPicture } from '#server/pictures/compose-picture.ts';
import { ImageMaker } from './image-maker.ts';
import { WorkQueue } from '#server/process/work-queue.ts';

export type ImageFormat = 'avif' | 'webp';
export type MadeImage = { bytes: Uint8Array<ArrayBuffer>; format: ImageFormat };
/** The picture is known by another path now. */
export type MovedImage = { movedTo: string };

/**
 * Pictures that may wait to be made: a page asks for some thirty, a category prepared for the field for as many at a time
 * as the browser opens connections.
 */
const bounds = { all: 300, ofOne: 60 } as const;

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
  /** Whether there is such a picture: asked first, so that what is invented takes no place from what is drawn. */
  readonly #lookups = new WorkQueue(2, bounds);
  readonly #queue = new WorkQueue(2, bounds);
  readonly #maker = new ImageMaker();
  readonly #underWay = new Map<string, Promise<MadeImage | MovedImage | null>>();

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
   * @param by `isUrgent`: somebody waits for it, otherwise it is made when nobody does; `client`: who
   * @returns null for an unknown size and where there is no such picture; where it has moved for an old or invented version
   * @throws ApiFailure 503 `server.busy` where too many wait
   */
  async image(
    sizeName: string,
    picturePath: string,
    format: ImageFormat,
    by: { isUrgent?: boolean; client?: string } = {},
  ): Promise<MadeImage | MovedImage | null> {
    const size = knownSizes.get(sizeName);
    if (!size) return null;
    const key = `${sizeName} ${format} ${picturePath}`;
    let making = this.#underWay.get(key);
    if (!making) {
      making = this.#find(size, picturePath, format, key, by).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, making);
    }
    return making;
  }

  async #find(
    size: ImageSize,
    picturePath: string,
    format: ImageFormat,
    key: string,
    { isUrgent = true, client = '' }: { isUrgent?: boolean; client?: string },
  ): Promise<MadeImage | MovedImage | null> {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const file = path.join(this.#cacheFolder, name.slice(0, 2), `${name}.${format}`);
    // Not there, or not to be read: it is drawn anew.
    const kept = await readFile(file).catch(() => null);
    if (kept) return { bytes: kept, format };
    const known = await this.#lookups.run(() => this.#source(size, picturePath), isUrgent, client);
    if (known === null || 'movedTo' in known) return known;
    return this.#queue.run(
      async () => {
        const bytes = await this.#make(size, known, format);
        if (bytes) await this.#keep(file, bytes);
        return bytes && { bytes, format };
      },
      isUrgent,
      client,
    );
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

  /** What the picture is made of; nothing is drawn yet. */
  async #source(
    size: ImageSize,
    picturePath: string,
  ): Promise<{ draw: () => Promise<ComposedPicture> } | { file: string } | MovedImage | null> {
    const found = await findPicture(this.#db, picturePath, size);
    if (found) return found.path === picturePath ? found : { movedTo: found.path };
    const file = await this.#uploaded(picturePath);
    return file === null ? null : { file };
  }

  async #make(
    [width, height]: ImageSize,
    from: { draw: () => Promise<ComposedPicture> } | { file: string },
    format: ImageFormat,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    if ('draw' in from) return this.#maker.make({ source: await from.draw(), width, height, format });
    // An upload that is no picture is not found.
    return this.#maker.make({ source: from, width, height, format }).catch(() => null);
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
      // No such file: the caller answers with 404.
      return null;
    }
  }
}
