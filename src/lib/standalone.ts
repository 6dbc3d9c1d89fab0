/** Media query of a shop that was installed and is opened from its icon. */
export const standalone = '(display-mode: standalone)';
