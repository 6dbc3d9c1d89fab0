import { Trans } from '@lingui/react/macro';
import { classNames } from '#lib/class-names.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Carousel } from '#ui/carousel.tsx';
import { Framed } from '#ui/framed.tsx';
import { Picture } from '#ui/picture.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Section } from '#ui/section.tsx';
import type { ContentType } from '#contract/content.ts';
import type { BlockProps } from './block-props.ts';
import { flagOf, numberOf, partsOf, textOf } from './content-properties.ts';
import halves from './half-and-half.module.css';
import styles from './media-blocks.module.css';

type Properties = ContentType['properties'];

/** A film by its id at YouTube; nothing for what is no id. */
export function Video({ id, title }: { id: string; title: string }) {
  if (!/^[\w-]{6,20}$/.test(id)) return null;
  return (
    <Framed src={`https://www.youtube-nocookie.com/embed/${id}`} title={title} provider="YouTube">
      <Trans>Play the video</Trans>
    </Framed>
  );
}

/** A film with what it shows in words, for who cannot see, hear or fetch it (R3.08). */
export function YoutubeIframe({ properties }: BlockProps) {
  const title = textOf(properties, 'title');
  const words = textOf(properties, 'textAlternative');
  return (
    <Section title={title}>
      <div className={styles['video']}>
        <Video id={textOf(properties, 'videoId') ?? ''} title={title ?? ''} />
        {words !== undefined && <RichText html={words} />}
      </div>
    </Section>
  );
}

/** Pictures in a row that moves (R3.16); `label` names it where no heading does. */
export function Gallery({
  images,
  label,
  heading,
}: {
  images: readonly ContentType[];
  label: string;
  heading?: string | undefined;
}) {
  const slides = images.flatMap(({ properties }, index) => {
    const image = textOf(properties, 'image');
    if (image === undefined) return [];
    // Pictures have no identity of their own, and one may stand twice.
    return [
      {
        key: String(index),
        content: (
          <Picture
            className={styles['picture']}
            path={image}
            alt={textOf(properties, 'alt') ?? ''}
            size={imageSizes.half}
          />
        ),
      },
    ];
  });
  if (slides.length === 0) return null;
  return (
    <Carousel
      picturesOnly
      kind={heading === undefined ? 'hero' : 'cards'}
      label={label}
      slides={slides}
      heading={heading === undefined ? undefined : <h2>{heading}</h2>}
    />
  );
}

export function ImagesSlider({ properties }: BlockProps) {
  const title = textOf(properties, 'title') ?? '';
  return (
    <Section>
      <Gallery images={partsOf(properties, 'images')} label={title} heading={title} />
    </Section>
  );
}

interface Point {
  latitude: number;
  longitude: number;
}

/** A point on the globe as editors write it, or undefined for what is none. */
function pointOf(properties: Properties): Point | undefined {
  const [latitude, longitude] = [
    Number(textOf(properties, 'latitude') ?? Number.NaN),
    Number(textOf(properties, 'longitude') ?? Number.NaN),
  ];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Address of a map that may be framed: the form that Google gives to who shares a map, around a point. */
function mapAddress({ latitude, longitude }: Point, zoom: number): string {
  // Metres across the picture: halved with each step of the zoom, less away from the equator.
  const across = Math.round(
    (156_543 * 1024 * Math.cos((latitude * Math.PI) / 180)) / 2 ** Math.min(20, Math.max(1, zoom)),
  );
  return `https://www.google.com/maps/embed?pb=!1m14!1m12!1m3!1d${String(across)}!2d${String(longitude)}!3d${String(latitude)}!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1`;
}

const wayTo = ({ latitude, longitude }: Point) =>
  `https://www.google.com/maps/search/?api=1&query=${String(latitude)},${String(longitude)}`;

function MapLink({ point }: { point: Point }) {
  return (
    <a href={wayTo(point)} target="_blank" rel="noopener noreferrer">
      <Trans>Find the way</Trans>
      <span className="visually-hidden">
        {' '}
        <Trans>(opens in a new tab)</Trans>
      </span>
    </a>
  );
}

/** A map beside words (R3.17). */
export function HalfAndHalfMap({ properties }: BlockProps) {
  const point = pointOf(properties);
  const title = textOf(properties, 'title');
  const text = textOf(properties, 'text');
  return (
    <Section>
      <div
        className={classNames(
          halves['panel'],
          textOf(properties, 'mapSide') === 'right' && point !== undefined && halves['mirrored'],
        )}
      >
        {point !== undefined && (
          <Framed
            src={mapAddress(point, numberOf(properties, 'zoom') ?? 13)}
            title={textOf(properties, 'mapTitle') ?? title ?? ''}
            provider="Google"
          >
            <Trans>Show the map</Trans>
          </Framed>
        )}
        <div className={halves['words']}>
          {title !== undefined && <h2>{title}</h2>}
          {text !== undefined && <RichText html={text} />}
          {point !== undefined && <MapLink point={point} />}
        </div>
      </div>
    </Section>
  );
}

/** Where goods are collected: address, hours, what is not handed out there, the way (R3.20). */
export function LocationMap({ properties }: BlockProps) {
  return (
    <Section title={textOf(properties, 'title')}>
      <ul className={styles['places']}>
        {partsOf(properties, 'locations').map(({ properties: place }, index) => {
          const point = pointOf(place);
          const phone = textOf(place, 'phone');
          const note = textOf(place, 'note');
          return (
            <li key={textOf(place, 'warehouse') ?? String(index)} className={styles['place']}>
              <h3>{textOf(place, 'name')}</h3>
              <p>{textOf(place, 'address')}</p>
              <p>{textOf(place, 'hours')}</p>
              {phone !== undefined && (
                <p>
                  <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
                </p>
              )}
              {note !== undefined && (
                <p className={flagOf(place, 'chemicals') ? undefined : styles['note']}>{note}</p>
              )}
              {point !== undefined && (
                <p>
                  <MapLink point={point} />
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
