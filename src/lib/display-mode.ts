/** The media query that holds where the shop is installed and opened as an app. */
export const standalone = '(display-mode: standalone)';
