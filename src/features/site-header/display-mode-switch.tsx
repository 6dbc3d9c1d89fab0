import { useLingui } from '@lingui/react/macro';
import { Icon } from '#ui/icons/icon.tsx';
import { contrastShape, moonShape, sunShape } from '#ui/icons/icon-shapes.ts';
import { chooseTheme, themes, useTheme } from '#ui/theme.ts';
import styles from './display-mode-switch.module.css';

const shapes = { light: sunShape, dark: moonShape, field: contrastShape, system: sunShape };

/** Light, dark, bright sun or as the device wishes: the browser's own list under a sign. */
export function DisplayModeSwitch() {
  const { t } = useLingui();
  const theme = useTheme();
  const names = {
    light: t`Light`,
    dark: t`Dark`,
    field: t`In the field (bright sun)`,
    system: t`As on the device`,
  };
  return (
    <span className={styles['switch']}>
      <Icon shape={shapes[theme]} />
      <select
        aria-label={t`Display mode`}
        value={theme}
        onChange={(event) => {
          chooseTheme(themes.find((one) => one === event.target.value) ?? 'system');
        }}
      >
        {(['light', 'dark', 'field', 'system'] as const).map((mode) => (
          <option key={mode} value={mode}>
            {names[mode]}
          </option>
        ))}
      </select>
    </span>
  );
}
