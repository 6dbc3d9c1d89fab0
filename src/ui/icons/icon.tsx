import styles from './icon.module.css';

/** A stroked sign of the interface, beside its word; hidden from screen readers, the word speaks. */
export function Icon({
  shape,
  size = 24,
  filled = false,
}: {
  shape: string;
  size?: number;
  filled?: boolean;
}) {
  return (
    <svg
      className={filled ? styles['filled'] : styles['icon']}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={shape} />
    </svg>
  );
}
